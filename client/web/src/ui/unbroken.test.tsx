import { render } from 'preact';
import { expect, it } from 'vitest';
import { unbroken } from './unbroken';

it('keeps the names of tiles whole, and the text as it is', () => {
  const text = 'You may play 3-3, 8-9 or 0-1: 10-12 points, by 2026-11-30.';
  render(<p>{unbroken(text)}</p>, document.body);
  expect(document.body.textContent).toBe(text);
  const kept = [...document.querySelectorAll('.unbroken')].map((one) => one.textContent);
  expect(kept).toEqual(['3-3', '8-9', '0-1']);
});
