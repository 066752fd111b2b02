/** The picture of each page of the rules. */
import { t } from '../../words';
import { Bars, Dealt, Doubles, Fairness, LeftOver, Turns } from './drawings';
import type { Page } from './pages';
import { type Position, Sketch } from './sketch';

const GAME: Position = {
  centre: 9,
  branches: {
    S: [[9, 4]],
    E: [[9, 1]],
    N: [
      [9, 7],
      [7, 2],
    ],
    W: [
      [9, 3],
      [3, 6],
    ],
  },
};
const opened: Position = { ...GAME, opened: ['E'] };

export function Picture({ page }: { readonly page: Page }) {
  switch (page) {
    case 'game':
      return <Sketch position={GAME} caption={t('page.picture.game')} />;
    case 'words':
      return <Sketch position={opened} caption={t('page.picture.words')} />;
    case 'deal':
      return <Dealt />;
    case 'opening':
      return <Sketch position={{ centre: 9 }} caption={t('page.picture.opening')} />;
    case 'turn':
      return <Turns />;
    case 'play':
      return <ThreeWays />;
    case 'open':
      return <OpenAndClosed />;
    case 'doubles':
      return (
        <Sketch
          position={{ ...GAME, tried: { branch: 'W', tile: [6, 6], may: true } }}
          caption={t('page.picture.doubles')}
        />
      );
    case 'end':
      return <LeftOver pips={[0, 12, 20, 9]} caption={t('page.picture.end')} />;
    case 'scoring':
      return <LeftOver pips={[5, 12, 20, 9]} caption={t('page.picture.scoring')} />;
    case 'match':
      return <Bars />;
    case 'seats':
      return <Places />;
    case 'fair':
      return <Fairness />;
    case 'notation':
      return (
        <Sketch
          position={{
            ...opened,
            branches: { ...GAME.branches, W: [[9, 3]] },
            tried: { branch: 'W', tile: [3, 7], may: true },
          }}
          caption={<code>E 3-7&gt;W</code>}
        />
      );
    case 'credits':
      return <Doubles />;
    case 'priority':
    case 'example':
    case 'house':
      return null; // they have something to try, or a table
  }
}

/** A tile on one's own branch, on another's open one, and a double on a closed one. */
function ThreeWays() {
  return (
    <>
      <Sketch
        position={{ ...GAME, tried: { branch: 'S', tile: [4, 8], may: true } }}
        caption={t('page.picture.play.own')}
      />
      <Sketch
        position={{ ...opened, tried: { branch: 'E', tile: [1, 5], may: true } }}
        caption={t('page.picture.play.open')}
      />
      <Sketch
        position={{ ...opened, tried: { branch: 'W', tile: [6, 6], may: true } }}
        caption={t('page.picture.play.double')}
      />
      <Sketch
        position={{ ...opened, tried: { branch: 'W', tile: [6, 5], may: false } }}
        caption={t('page.picture.play.closed')}
      />
    </>
  );
}

function OpenAndClosed() {
  const both: Position = { ...GAME, opened: ['E', 'N'] };
  const later: Position = {
    ...GAME,
    branches: {
      ...GAME.branches,
      E: [
        [9, 1],
        [1, 5],
      ],
    },
    opened: ['N'],
  };
  return (
    <>
      <Sketch position={both} caption={t('page.picture.open')} />
      <Sketch position={later} caption={t('page.picture.closes')} />
    </>
  );
}

function Places() {
  return (
    <>
      <Sketch
        position={{ centre: 9, seats: ['S', 'N'], branches: { S: [[9, 4]], N: [[9, 7]] } }}
        caption={t('page.picture.seats.2')}
      />
      <Sketch
        position={{
          centre: 9,
          seats: ['S', 'E', 'N'],
          branches: { S: [[9, 4]], E: [[9, 1]], N: [[9, 7]] },
        }}
        caption={t('page.picture.seats.3')}
      />
    </>
  );
}
