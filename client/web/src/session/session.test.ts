import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { seal } from '../fair/seal';
import { bytes, FakeServer } from './fakeServer';
import { type Answer, GONE, Session } from './session';
import { shuffleOf } from './shuffles';

const TOKEN = 'abcDEF_-0123456789abcdefghijklmn';

let server: FakeServer;
let session: Session;
let spoken: string;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const play = () => session.send({ type: 'pass', turn: 0 });
const sent = (type: string) => server.heardOf.filter((message) => message.type === type);

async function seated(): Promise<void> {
  void session.enter({ type: 'resume', code: server.code, token: TOKEN });
  await pass(100);
  expect(session.line.value.state).toBe('open');
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new FakeServer().install();
  spoken = 'en';
  session = new Session('ws://table/ws', () => spoken);
});

afterEach(() => {
  session.rest();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('entering', () => {
  test('tells who I am, and shows room and view together', async () => {
    const answer = session.enter({ type: 'join', code: 'k7mp 4rwx', name: 'Ana' });
    let seen = 0;
    const stop = session.room.subscribe((room) => {
      if (room) expect(session.view.peek()?.table.number).toBe(room.number);
      seen += room ? 1 : 0;
    });
    await pass(100);
    stop();
    expect((await answer).type).toBe('welcome');
    expect(session.me.value).toMatchObject({ code: 'K7MP4RWX', person: 1 });
    expect(session.me.value?.token).toMatch(/^[\w-]{22,64}$/);
    expect(seen).toBe(1);
    expect(server.last.protocol).toBe('longana.v1');
  });

  test('a way in whose welcome is lost is tried again and makes one person', async () => {
    server.mute.add('join');
    const answer = session.enter({ type: 'join', code: server.code, name: 'Ana' });
    await pass(50);
    server.mute.clear();
    server.last.cut();
    await pass(1000);
    expect((await answer).type).toBe('welcome');
    expect(sent('join')).toHaveLength(2);
    expect(new Set(sent('join').map((message) => message.token)).size).toBe(1);
    expect(server.persons.size).toBe(1);
  });

  test('a refused way in leaves the form as it was', async () => {
    server.refusals.push(({ type }) => (type === 'join' ? 'bad_name' : undefined));
    const answer = session.enter({ type: 'join', code: server.code, name: ' ' });
    await pass(100);
    expect(await answer).toMatchObject({ type: 'refused', code: 'bad_name' });
    expect(session.gone.value).toBeNull();
    expect(session.line.value.state).toBe('idle');
  });

  test('a seat that is none any more is gone', async () => {
    server.refusals.push(({ type }) => (type === 'resume' ? 'bad_token' : undefined));
    const answer = session.enter({ type: 'resume', code: server.code, token: TOKEN });
    await pass(100);
    expect(await answer).toMatchObject({ code: 'bad_token' });
    expect(session.gone.value?.why).toBe('bad_token');
  });

  test('who is asked to wait comes in a little later', async () => {
    for (let at = 0; at < 3; at++) server.refusals.push(() => 'too_fast');
    const answer = session.enter({ type: 'join', code: server.code, name: 'Ana' });
    await pass(10_000);
    expect((await answer).type).toBe('welcome');
  });
});

describe('a broken line', () => {
  test('comes back by itself to the same seat, later each time', async () => {
    await seated();
    server.isDown = true;
    server.last.cut();
    expect(session.line.value).toMatchObject({ state: 'trying' });
    await pass(60_000);
    expect(server.opened).toBeGreaterThan(4);
    expect(server.opened).toBeLessThan(70);
    server.isDown = false;
    await pass(2000);
    expect(session.line.value.state).toBe('open');
    expect(sent('resume').at(-1)).toMatchObject({ token: TOKEN });
  });

  test('a command in flight is sent once more with its id, and done once', async () => {
    await seated();
    server.delay = 200;
    const answer = play();
    expect(session.pending.value.map((one) => one.type)).toEqual(['pass']);
    await pass(250); // it has been heard, its answer is on the way
    expect(server.done).toHaveLength(1);
    server.last.cut();
    await pass(5000);
    expect((await answer).type).toBe('done');
    expect(sent('pass')).toHaveLength(2);
    expect(server.done).toHaveLength(1);
    expect(session.pending.value).toEqual([]);
  });

  test('a command asked for while away is sent when the line is back', async () => {
    await seated();
    server.last.cut();
    const answer = play();
    expect(session.pending.value).toHaveLength(1);
    await pass(2000);
    expect((await answer).type).toBe('done');
    expect(sent('pass')).toHaveLength(1);
  });

  test('what is stale by then is given back', async () => {
    await seated();
    server.last.cut();
    server.refusals.push(({ type }) => (type === 'pass' ? 'stale' : undefined));
    const answer = play();
    await pass(2000);
    expect(await answer).toMatchObject({ type: 'refused', code: 'stale' });
    expect(session.pending.value).toEqual([]);
  });

  test('a watcher looks on again', async () => {
    void session.enter({ type: 'watch', code: server.code });
    await pass(100);
    server.last.cut();
    await pass(1000);
    expect(session.line.value.state).toBe('open');
    expect(sent('watch')).toHaveLength(2);
    expect(session.me.value).toEqual({ code: server.code, person: null, token: null });
  });

  test('a watcher follows the room to its new code', async () => {
    void session.enter({ type: 'watch', code: server.code });
    await pass(100);
    server.code = 'AAAA2222';
    server.show(server.last, true);
    await pass(50);
    server.last.cut();
    await pass(1000);
    expect(session.me.value?.code).toBe('AAAA2222');
    expect(sent('watch').at(-1)?.code).toBe('AAAA2222');
  });

  test('one that dies without a word is noticed in quiet times', async () => {
    await seated();
    server.last.isDead = true;
    await pass(20_000);
    expect(server.opened).toBe(2);
    expect(session.line.value.state).toBe('open');
  });

  test('one that holds is asked seldom', async () => {
    await seated();
    await pass(60_000);
    expect(sent('answer').length).toBeGreaterThan(2);
    expect(sent('answer').length).toBeLessThan(7);
    expect(server.opened).toBe(1);
  });

  test('to a page nobody looks at, more seldom still, but it is noticed', async () => {
    await seated();
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(59_000);
    expect(sent('answer')).toHaveLength(0);
    server.last.isDead = true;
    await pass(20_000);
    seen.mockRestore();
    expect(server.opened).toBe(2);
  });

  test('a slow way in is given time', async () => {
    server.delay = 2500;
    void session.enter({ type: 'resume', code: server.code, token: TOKEN });
    await pass(120_000);
    expect(session.line.value.state).toBe('open');
  });
});

describe('waking', () => {
  test('a line that died asleep is noticed within 2 s, and we are back within 3', async () => {
    await seated();
    server.last.isDead = true;
    server.turn = 7;
    session.wake();
    await pass(2000);
    expect(server.opened).toBe(2);
    await pass(1000);
    expect(session.line.value.state).toBe('open');
    expect(session.view.value?.table.turn).toBe(7);
  });

  test('one that holds stays', async () => {
    await seated();
    for (let at = 0; at < 4; at++) session.wake(); // visibility, focus, network and page events
    await pass(5000);
    expect(server.opened).toBe(1);
    expect(sent('answer')).toHaveLength(1);
  });

  test('does not wait for the next try', async () => {
    await seated();
    server.isDown = true;
    server.last.cut();
    await pass(60_000);
    server.isDown = false;
    const before = server.opened;
    session.wake();
    session.wake();
    await pass(100);
    expect(server.opened).toBe(before + 1);
    expect(session.line.value.state).toBe('open');
  });

  test('a try that hangs is given up for a fresh one', async () => {
    await seated();
    server.isHole = true;
    server.last.cut();
    await pass(3000);
    server.isHole = false;
    session.wake();
    await pass(3000);
    expect(session.line.value.state).toBe('open');
  });
});

describe('goodbyes', () => {
  const bye = async (why: string) => {
    server.last.say({ type: 'bye', why, text: `bye ${why}` });
    await pass(20);
    server.last.cut();
  };

  test.each(['replaced', 'removed', 'closed', 'left', 'too_fast', 'bad_message'])(
    '%s: we do not come back by ourselves',
    async (why) => {
      await seated();
      await bye(why);
      await pass(60_000);
      expect(session.gone.value).toEqual({ why, text: `bye ${why}` });
      expect(server.opened).toBe(1);
      expect(await play()).toMatchObject({ code: GONE });
    },
  );

  test('"use here" takes the seat back', async () => {
    await seated();
    await bye('replaced');
    const answer = session.again();
    await pass(100);
    expect((await answer).type).toBe('welcome');
    expect(session.gone.value).toBeNull();
    expect(session.me.value?.token).toBe(TOKEN);
  });

  test('the newest of two tabs has the seat, and the older rests', async () => {
    await seated();
    const other = new Session('ws://table/ws', () => 'en');
    void other.enter({ type: 'resume', code: server.code, token: TOKEN });
    await pass(60_000);
    expect(session.gone.value?.why).toBe('replaced');
    expect(other.line.value.state).toBe('open');
    expect(server.opened).toBe(2);
    other.rest();
  });

  test('a server that restarts is waited for', async () => {
    await seated();
    await bye('shutdown');
    expect(session.line.value).toMatchObject({ state: 'trying', restarting: true });
    expect(session.gone.value).toBeNull();
    await pass(2000);
    expect(session.line.value.state).toBe('open');
  });

  test('of another version: the page is asked to reload, else it is over', async () => {
    const outdated = vi.fn(() => true);
    session = new Session('ws://table/ws', () => 'en', outdated);
    await seated();
    await bye('version');
    expect(outdated).toHaveBeenCalledOnce();
    expect(session.gone.value).toBeNull();
    outdated.mockReturnValue(false);
    await pass(1000);
    await bye('version');
    expect(session.gone.value?.why).toBe('version');
  });
});

describe('commands', () => {
  test.each(['too_fast', 'try_again'])('%s: the same again after a second', async (code) => {
    await seated();
    server.refusals.push(({ type }) => (type === 'pass' ? code : undefined));
    const answer = play();
    await pass(900);
    expect(sent('pass')).toHaveLength(1);
    await pass(300);
    expect((await answer).type).toBe('done');
    expect(new Set(sent('pass').map((message) => message.id)).size).toBe(1);
  });

  test('but not for ever', async () => {
    await seated();
    for (let at = 0; at < 20; at++)
      server.refusals.push(({ type }) => (type === 'pass' ? 'try_again' : undefined));
    const answer = play();
    await pass(20_000);
    expect(await answer).toMatchObject({ code: 'try_again' });
    expect(sent('pass').length).toBeLessThan(7);
  });

  test('without a room they are refused at once', async () => {
    expect(await play()).toMatchObject({ type: 'refused', code: GONE });
  });

  test('leaving settles what is unanswered', async () => {
    await seated();
    server.mute.add('pass');
    const answer = play();
    session.rest();
    expect(await answer).toMatchObject({ code: GONE });
    expect(session.pending.value).toEqual([]);
  });

  test('a hint may take thought', async () => {
    await seated();
    server.mute.add('hint');
    void session.send({ type: 'hint', turn: 0 });
    await pass(9000);
    expect(server.opened).toBe(1);
  });
});

test('the texts of the server follow the language, and nobody notices', async () => {
  await seated();
  const first = server.last;
  spoken = 'es';
  session.renew();
  expect(first.readyState).toBe(1); // the seat is never empty
  await pass(200);
  expect(sent('hello').at(-1)?.lang).toBe('es');
  expect(session.line.value.state).toBe('open');
  expect(session.gone.value).toBeNull();
  session.renew();
  await pass(200);
  expect(server.opened).toBe(2);
});

test('frames that are no messages are ignored', async () => {
  await seated();
  for (const frame of [
    [],
    [0xc1],
    [0xdd, 0xff, 0xff, 0xff, 0xff],
    [0x93, 1, 2, 3],
    [0x80],
    [0xa1, 0x61],
  ])
    server.last.sayBytes(new Uint8Array(frame).buffer);
  server.last.sayBytes('text' as unknown as ArrayBuffer);
  await pass(100);
  expect(session.line.value.state).toBe('open');
  expect((await Promise.race([play(), pass(100)])) as Answer).toMatchObject({ type: 'done' });
});

test('what was said is told anew after each return, all at once', async () => {
  server.said = [{ type: 'said', person: 1, name: 'Ana', text: 'one' }];
  await seated();
  const lengths: number[] = [];
  const stop = session.lines.subscribe((lines) => lengths.push(lines.length));
  server.last.say({ type: 'said', person: 1, name: 'Ana', text: 'two' });
  await pass(20);
  server.said.push({ type: 'said', person: 1, name: 'Ana', text: 'two' });
  server.last.cut();
  await pass(1000);
  stop();
  expect(lengths).toEqual([1, 2, 2]);
});

describe('the shuffle', () => {
  const starting = { phase: 'starting', waiting: ['S'] };

  test('a seal, then its nonce; the same ones after a drop and a reload', async () => {
    server.table = starting;
    server.room = { commitment: bytes(32, 7) };
    await seated();
    expect(sent('seal')).toHaveLength(1);
    server.last.cut();
    await pass(1000);
    session.rest();
    session = new Session('ws://table/ws', () => 'en');
    await seated();
    const seals = sent('seal').map((message) => `${message.seal}`);
    expect(seals).toHaveLength(3);
    expect(new Set(seals).size).toBe(1);
    server.room = { commitment: bytes(32, 7), seals: { S: bytes(32, 1) } };
    server.show(server.last, true);
    await pass(100);
    const nonce = sent('nonce')[0]?.nonce as Uint8Array;
    expect(`${seal('S', nonce)}`).toBe(seals[0]);
    expect(session.pending.value).toEqual([]);
  });

  test('is remembered of its match, also when the room has another code by now', async () => {
    server.table = { ...starting, turn: 4 };
    server.room = { commitment: bytes(32, 7) };
    await seated();
    const shown = { S: sent('seal')[0]?.seal };
    server.room = { commitment: bytes(32, 7), seals: shown };
    server.show(server.last, true);
    await pass(100);
    server.table = { turn: 5 };
    server.room = { commitment: bytes(32, 7), match: 1 };
    server.show(server.last, true);
    await pass(100);
    expect(shuffleOf(server.code, 1, '')).toMatchObject({ given: 'S' });
    session.rest();
    const before = server.code;
    server.code = 'NEWC0DE5';
    void session.enter({ type: 'resume', code: before, token: TOKEN });
    await pass(100);
    expect(shuffleOf(server.code, 1, '')).toMatchObject({ given: 'S' });
  });

  test('another commitment has another nonce', async () => {
    server.table = starting;
    for (const value of [1, 2]) {
      server.room = { commitment: bytes(32, value) };
      await seated();
    }
    expect(new Set(sent('seal').map((message) => `${message.seal}`)).size).toBe(2);
  });
});

test('whatever happens to the line, nothing is done twice and every promise settles', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    let state = seed;
    const random = (): number => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    server = new FakeServer().install();
    session = new Session('ws://table/ws', () => spoken);
    await seated();
    const answers: Promise<Answer>[] = [];
    for (let at = 0; at < 60; at++) {
      const dice = random();
      if (dice < 0.4) answers.push(play());
      else if (dice < 0.5) server.last.cut();
      else if (dice < 0.55) server.last.isDead = true;
      else if (dice < 0.6) session.wake();
      else if (dice < 0.65) server.refusals.push(() => (random() < 0.5 ? 'too_fast' : 'try_again'));
      else if (dice < 0.7) server.delay = 1 + Math.floor(random() * 900);
      else if (dice < 0.75) server.isDown = !server.isDown;
      else if (dice < 0.78) {
        spoken = spoken === 'en' ? 'es' : 'en';
        session.renew();
      }
      await pass(random() * 2000);
    }
    server.isDown = false;
    server.delay = 10;
    server.refusals.length = 0;
    await pass(60_000);
    expect(session.line.value.state).toBe('open');
    const settled = await Promise.all(answers);
    const done = settled.filter((answer) => answer.type === 'done');
    expect(new Set(server.done).size).toBe(server.done.length);
    expect(done.length).toBe(server.done.length);
    expect(settled.filter((one) => one.type === 'refused').every((one) => one.about)).toBe(true);
    expect(session.pending.value).toEqual([]);
    session.rest();
  }
}, 30_000);
