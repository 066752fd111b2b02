// @vitest-environment node
import { Encoder } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import schema from '../../../../protocol/schemas/server.schema.json';
import { decode, encode } from './codec';
import { BLANK_OF } from './messages';

type Value = Readonly<Record<string, unknown>>;
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly format?: string;
}

const defs = schema.$defs as unknown as Readonly<Record<string, Schema>>;
const encoder = new Encoder();
const frame = (value: unknown): ArrayBuffer => encoder.encode(value).slice().buffer;
const named = ({ $ref }: Schema): Schema | undefined => defs[$ref?.split('/').at(-1) ?? ''];

/** The least a server may send: `parts` of a list as often as it says. */
function least(of: Schema): unknown {
  const ref = named(of);
  if (ref) return least(ref);
  if ('const' in of) return of.const;
  if (of.enum) return of.enum[0];
  if (of.anyOf) return least(of.anyOf[0] as Schema);
  if (of.prefixItems) return of.prefixItems.map(least);
  if (of.type === 'array') return of.items ? [least(of.items), least(of.items)] : [];
  if (of.type === 'object') {
    const fields = Object.entries(of.properties ?? {});
    const needed = fields.filter(
      ([name, field]) => of.required?.includes(name) || 'const' in field,
    );
    return Object.fromEntries(needed.map(([name, field]) => [name, least(field)]));
  }
  if (of.format === 'msgpack-bin') return new Uint8Array([1, 2, 3]);
  return { string: 'text', integer: 4, boolean: true }[of.type ?? ''] ?? null;
}

/** Every field is there: what was sent, else its default; in parts as well. */
function expectWhole(value: unknown, sent: unknown, of: Schema): void {
  const ref = named(of) ?? of;
  if (Array.isArray(sent)) {
    sent.forEach((one, at) => {
      expectWhole((value as unknown[])[at], one, of.items ?? {});
    });
    return;
  }
  if (!ref.properties) return;
  for (const [name, field] of Object.entries(ref.properties)) {
    const got = (value as Value)[name];
    if (name in (sent as Value)) expectWhole(got, (sent as Value)[name], field);
    else if (!('const' in field)) expect(got, name).toEqual(field.default);
  }
}

describe('every message of the server', () => {
  test.each(Object.entries(BLANK_OF))('%s: what is left out is at its default', (type, name) => {
    const sent = least(defs[name] as Schema);
    const message = decode(frame(sent));
    expect(message?.type).toBe(type);
    expect(message).toMatchObject(sent as object);
    expectWhole(message, sent, defs[name] as Schema);
  });

  test('a part in a field that may be nil', () => {
    const result = { kind: 'out', points: 3, pips: [0, 3] };
    const table = { number: 1, turn: 2, phase: 'hand_over', result };
    const view = decode(frame({ type: 'view', table, you: { seat: 'S' } }));
    expect(view).toMatchObject({
      table: { result: { ...result, winner: null }, proposal: null, moves: [] },
      you: { legal: [], undo: false },
    });
  });

  test('what only a newer server says is kept or ignored', () => {
    expect(decode(frame({ type: 'done', about: 'a', turn: 1, weather: 'fine' }))).toMatchObject({
      weather: 'fine',
    });
    expect(decode(frame({ type: 'weather' }))).toBeNull();
  });

  test('bytes stay bytes', () => {
    const commitment = new Uint8Array(32).fill(5);
    const room = decode(frame({ ...(least(defs.Room as Schema) as object), commitment }));
    expect(room).toMatchObject({ commitment });
  });
});

describe('whatever else comes', () => {
  test.each([
    ['no bytes', 'text'],
    ['nothing', new ArrayBuffer(0)],
    ['a list', frame([{ type: 'done' }])],
    ['a string', frame('done')],
    ['no type', frame({ about: 'a' })],
    ['a type that is no text', frame({ type: 4 })],
    ['a name every object has', frame({ type: 'constructor' })],
    ['another such name', frame({ type: '__proto__' })],
    ['two in one', new Uint8Array([0xc0, 0xc0]).buffer],
    ['a length that is a lie', new Uint8Array([0xdf, 0xff, 0xff, 0xff, 0xff]).buffer],
    ['what no byte may be', new Uint8Array([0xc1]).buffer],
    [
      'a key that would change every object',
      new Uint8Array([0x81, 0xa9, ...bytes('__proto__'), 0x80]).buffer,
    ],
  ])('%s is no message', (_, data) => {
    expect(decode(data)).toBeNull();
    expect({}).not.toHaveProperty('type');
  });

  test('random bytes, and messages cut or bent, never throw', () => {
    const whole = new Uint8Array(frame(least(defs.View as Schema)));
    let state = 7;
    const random = (below: number): number => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    for (let round = 0; round < 2000; round++) {
      const bent = whole.slice(0, round % 2 ? whole.length : random(whole.length));
      for (let at = 0; at < 3 && bent.length > 0; at++) bent[random(bent.length)] = random(256);
      expect(() => decode(bent.buffer)).not.toThrow();
    }
  });
});

function bytes(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

test('what is not set is not sent', () => {
  const sent = encode({ type: 'create', id: 'a', name: 'Ana', key: undefined } as never);
  expect(new TextDecoder().decode(sent)).not.toContain('key');
});
