// Single values of a msgpack message that is not worth unpacking.

/** Bytes of an integer from 0 on. */
export function unsignedSize(bytes, at) {
  const kind = bytes[at];
  if (kind < 128) return 1;
  if (kind === 0xcc || kind === 0xd0) return 2;
  return kind === 0xcd || kind === 0xd1 ? 3 : 5;
}

export function unsigned(bytes, at) {
  switch (unsignedSize(bytes, at)) {
    case 1:
      return bytes[at];
    case 2:
      return bytes[at + 1];
    case 3:
      return bytes.readUInt16BE(at + 1);
    default:
      return bytes.readUInt32BE(at + 1);
  }
}
