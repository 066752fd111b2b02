import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { preferences } from '../app/preferences';
import type { Happening } from '../game/events';
import { fakeSession, playingView, ROOM } from '../testing/fakeSession';
import { soundsOf } from './choosing';
import { listenForSound } from './index';
import { VOICES } from './voices';

/** A loudspeaker that notes what it is asked for. */
class Context {
  static readonly made: Context[] = [];
  readonly sampleRate = 8000;
  readonly destination = {};
  currentTime = 0;
  state = 'running';
  readonly starts: number[] = [];
  readonly peaks: number[] = [];
  readonly pitches: number[] = [];
  readonly levels: { value: number }[] = [];
  readonly resume = vi.fn(async () => {});
  readonly suspend = vi.fn(async () => {});
  readonly close = vi.fn(async () => {});

  constructor() {
    Context.made.push(this);
  }

  private node(more: object) {
    const start = (at: number) => void this.starts.push(at);
    return { connect: () => {}, start, stop: () => {}, ...more };
  }
  private param(into: number[]) {
    const note = (value: number) => void into.push(value);
    return { value: 0, setValueAtTime: note, exponentialRampToValueAtTime: note };
  }
  createGain() {
    const gain = this.param(this.peaks);
    this.levels.push(gain);
    return this.node({ gain });
  }
  createOscillator() {
    return this.node({ frequency: this.param(this.pitches) });
  }
  createBiquadFilter() {
    return this.node({ frequency: { value: 0 } });
  }
  createBufferSource() {
    return this.node({});
  }
  createBuffer(_: number, length: number) {
    const samples = new Float32Array(length);
    return { getChannelData: () => samples };
  }
}

const event = (kind: string, more: object = {}): Happening => ({ kind, ...more }) as Happening;
const play = (tile: readonly [number, number]) => event('play', { seat: 'E', branch: 'E', tile });

describe('which sounds', () => {
  test.each([
    [[play([3, 7])], ['slap']],
    [[play([7, 7])], ['heavy']],
    [
      [event('pass', { seat: 'E' }), event('your_turn')],
      ['knock', 'turn'],
    ],
    [[event('hand_over', { result: { kind: 'block' } })], ['block']],
    [[event('hand_over', { result: { kind: 'out' } })], ['won']],
    [[event('joined')], ['arrival']],
    [[play([1, 2]), event('dealt')], ['rattle']],
    [[event('away'), event('reading')], []],
  ] as const)('%j', (events, sounds) => {
    expect(soundsOf(events)).toEqual(sounds);
  });

  test('many at once are not all heard', () => {
    expect(soundsOf(Array.from({ length: 30 }, () => play([1, 2])))).toHaveLength(3);
  });
});

describe('how they sound', () => {
  const heard = (name: keyof typeof VOICES) => {
    const context = new Context();
    const end = VOICES[name](context as unknown as AudioContext, {} as AudioNode, 1);
    return { context, length: end - 1 };
  };

  test.each(Object.keys(VOICES) as (keyof typeof VOICES)[])('%s is short and not sharp', (name) => {
    const { context, length } = heard(name);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(1.2);
    expect(Math.max(...context.peaks)).toBeLessThanOrEqual(1);
    expect(Math.max(0, ...context.pitches)).toBeLessThan(1400);
  });

  test('a slap has three pitches, never the same twice running; a double is lower and louder', () => {
    const lows = Array.from({ length: 60 }, () => heard('slap').context.pitches[0] ?? 0);
    expect(new Set(lows).size).toBe(3);
    expect(lows.some((low, at) => at > 0 && low === lows[at - 1])).toBe(false);
    const double = heard('heavy').context;
    expect(double.pitches[0]).toBeLessThan(Math.min(...lows));
    expect(Math.max(...double.peaks)).toBeGreaterThan(Math.max(...heard('slap').context.peaks));
  });

  test('a pass is two knocks', () => {
    expect(new Set(heard('knock').context.starts).size).toBe(2);
  });
});

describe('manners', () => {
  const room = { ...ROOM, match: 1 };
  const before = playingView({ moves: ['S99'], turn: 1, to_move: 'E' });
  const after = playingView({ moves: ['S99', 'E39E'], turn: 2, to_move: 'N' });
  const mine = playingView({ moves: ['S99', 'E39E', 'N', 'W'], turn: 4, to_move: 'S' });
  const tap = () => window.dispatchEvent(new Event('pointerup'));
  let end = () => {};
  const hear = async () => {
    const fake = fakeSession({ room, view: before });
    end = listenForSound(fake.session);
    return fake;
  };
  const context = () => Context.made.at(-1) as Context;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    Context.made.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal('AudioContext', Context);
    preferences.sound.value = null;
    preferences.vibration.value = false;
    preferences.volume.value = 0.6;
  });
  afterEach(() => {
    end();
    preferences.sound.value = null;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test.each([null, false])('nothing is opened when the answer is %s', async (answer) => {
    preferences.sound.value = answer;
    const fake = await hear();
    tap();
    fake.set({ view: after });
    await pass(5000);
    expect(Context.made).toHaveLength(0);
  });

  test('the tap that says yes opens it, and the first one after a reload', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: true } });
    await hear();
    preferences.sound.value = true;
    expect(Context.made).toHaveLength(1);
    preferences.sound.value = false;
    expect(context().close).toHaveBeenCalled();
    vi.stubGlobal('navigator', {});
    preferences.sound.value = true;
    expect(Context.made).toHaveLength(1);
    tap();
    expect(Context.made).toHaveLength(2);
  });

  test('it mixes with calls and music, and lets go when it is quiet', async () => {
    const audioSession = { type: 'auto' };
    vi.stubGlobal('navigator', { audioSession });
    preferences.sound.value = true;
    const fake = await hear();
    tap();
    expect(audioSession.type).toBe('ambient');
    await pass(3000);
    expect(context().suspend).toHaveBeenCalledTimes(1);
    fake.set({ view: after });
    await pass(0);
    expect(context().resume).toHaveBeenCalled();
    expect(context().starts.length).toBeGreaterThan(0);
    await pass(3000);
    expect(context().suspend).toHaveBeenCalledTimes(2);
  });

  test('a volume of nothing is silence', async () => {
    preferences.sound.value = true;
    preferences.volume.value = 0;
    const fake = await hear();
    tap();
    fake.set({ view: after });
    await pass(100);
    expect(context().starts).toEqual([]);
  });

  test('a browser that lets no sound begin is no fault', async () => {
    preferences.sound.value = true;
    const fake = await hear();
    tap();
    context().resume.mockRejectedValue(new DOMException('not allowed'));
    fake.set({ view: after });
    await pass(100);
    expect(context().starts).toEqual([]);
  });

  test('to a page nobody sees only my own turn sounds', async () => {
    preferences.sound.value = true;
    const fake = await hear();
    tap();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fake.set({ view: after });
    await pass(100);
    expect(context().starts).toEqual([]);
    fake.set({ view: mine });
    await pass(100);
    expect(context().starts).toHaveLength(2);
    vi.restoreAllMocks();
  });

  test('vibration is a switch of its own', async () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', { vibrate });
    const fake = await hear();
    fake.set({ view: mine });
    expect(vibrate).not.toHaveBeenCalled();
    preferences.vibration.value = true;
    fake.set({ view: before });
    fake.set({ view: mine });
    expect(vibrate).toHaveBeenCalledOnce();
    expect(Context.made).toHaveLength(0);
  });
});
