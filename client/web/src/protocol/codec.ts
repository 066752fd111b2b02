/** Frames: one msgpack map each. Fields at their default may be left out of what the server sends. */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { BLANK_OF, BLANKS, type ClientMessage, type ServerMessage } from './messages';

const encoder = new Encoder({ ignoreUndefined: true });
const decoder = new Decoder();

export const encode = (message: ClientMessage): Uint8Array<ArrayBuffer> => encoder.encode(message);

/** A message with every field in place; null for one of a type that only a newer server has. */
export function decode(frame: ArrayBuffer): ServerMessage | null {
  const found = decoder.decode(frame);
  if (!isMap(found)) throw new Error('a frame that is no map');
  const part = BLANK_OF[`${found.type}`];
  return part === undefined ? null : (complete(found, part) as unknown as ServerMessage);
}

type Fields = { [field: string]: unknown };
const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function complete(value: Fields, part: string): Fields {
  const blank = BLANKS[part];
  if (!blank) return value;
  const whole: Fields = { ...blank.defaults, ...value };
  for (const [field, inner] of Object.entries(blank.parts)) {
    const held = whole[field];
    if (Array.isArray(held)) whole[field] = held.map((one) => deep(one, inner));
    else if (isMap(held)) whole[field] = complete(held, inner);
  }
  return whole;
}

const deep = (value: unknown, part: string): unknown =>
  Array.isArray(value)
    ? value.map((one) => deep(one, part))
    : isMap(value)
      ? complete(value, part)
      : value;
