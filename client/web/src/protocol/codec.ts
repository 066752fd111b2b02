/** Frames: one msgpack map each. Fields at their default may be left out of what the server sends. */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { BLANK_OF, BLANKS, type ClientMessage, type ServerMessage } from './messages';

const encoder = new Encoder({ ignoreUndefined: true });
const decoder = new Decoder();

export const encode = (message: ClientMessage): Uint8Array<ArrayBuffer> => encoder.encode(message);

/**
 * A message with every field in place. Null for whatever else a frame may be, such as a message of
 * a type that only a newer server has.
 */
export function decode(frame: unknown): ServerMessage | null {
  const found = read(frame);
  if (!isMap(found) || typeof found.type !== 'string') return null;
  const part = Object.hasOwn(BLANK_OF, found.type) ? BLANK_OF[found.type] : undefined;
  return part === undefined ? null : (complete(found, part) as unknown as ServerMessage);
}

function read(frame: unknown): unknown {
  if (!(frame instanceof ArrayBuffer || ArrayBuffer.isView(frame))) return null;
  try {
    return decoder.decode(frame);
  } catch {
    return null;
  }
}

type Fields = { [field: string]: unknown };
const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);

function complete(value: Fields, part: string): Fields {
  const blank = BLANKS[part];
  if (!blank) return value;
  const whole: Fields = { ...blank.defaults, ...value };
  for (const [field, inner] of Object.entries(blank.parts))
    whole[field] = deep(whole[field], inner);
  return whole;
}

const deep = (value: unknown, part: string): unknown =>
  Array.isArray(value)
    ? value.map((one) => deep(one, part))
    : isMap(value)
      ? complete(value, part)
      : value;
