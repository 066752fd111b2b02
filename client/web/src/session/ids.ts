const hex = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A command's. */
export const newId = (): string => hex(12);

/** What brings a person back. */
export const newToken = (): string => hex(24);
