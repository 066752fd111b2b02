import type { ComponentChildren } from 'preact';

const TILE = /\b(\d-\d)\b/;

/** The text, in which no line ends within the name of a tile: "8-9". It reads the same. */
export function unbroken(text: string): ComponentChildren {
  const parts = text.split(TILE);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} class="unbroken">
        {part}
      </span>
    ),
  );
}
