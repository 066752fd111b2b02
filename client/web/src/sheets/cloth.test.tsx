import { render } from 'preact';
import { expect, it } from 'vitest';
import { laidTiles } from '../game/branches';
import { learn, speak } from '../words';
import { Cloth } from './cloth';

const ARMS = { S: 'bottom', E: 'right', N: 'top', W: 'left' } as const;
const SEATS = ['S', 'E', 'N', 'W'] as const;

it('puts the order of an open end on the other side of its plate than its tile', async () => {
  await speak('en');
  await learn('more');
  render(
    <Cloth
      laid={laidTiles(['S99'])}
      seats={SEATS}
      arms={ARMS}
      opened={SEATS}
      width={340}
      height={340}
    />,
    document.body,
  );
  const heights = [...document.querySelectorAll('.cloth-plate')].map((plate) => {
    const place = plate.querySelector('.cloth-order')?.parentElement?.getAttribute('transform');
    return Number(place?.match(/-?\d+\)/)?.[0].replace(')', ''));
  });
  expect(heights.map(Math.sign)).toEqual([1, 1, -1, 1]);
});
