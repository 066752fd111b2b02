/** A table as the rules draw it. */
import type { ComponentChildren } from 'preact';
import type { Seat } from '../../game/branches';
import type { Laid, Side } from '../../layout';
import { t } from '../../words';
import { Cloth } from '../cloth';
import { SeatMark } from '../seats';
import './sketch.css';

export type Halves = readonly [near: number, far: number];

export interface Position {
  readonly centre: number;
  readonly seats?: readonly Seat[];
  /** Tiles from the centre outwards, each with the half that lies nearer to it first. */
  readonly branches?: Readonly<Partial<Record<Seat, readonly Halves[]>>>;
  /** The open branches, the one that opened first standing first. */
  readonly opened?: readonly Seat[];
  /** A tile that is looked at: may it lie there? */
  readonly tried?: { readonly branch: Seat; readonly tile: Halves; readonly may: boolean };
}

interface Props {
  readonly position: Position;
  readonly caption?: ComponentChildren;
  /** The ends become buttons. */
  readonly onEnd?: (seat: Seat) => void;
}

const ALL: readonly Seat[] = ['S', 'E', 'N', 'W'];
const ARMS: Readonly<Record<Seat, Side>> = { S: 'bottom', E: 'right', N: 'top', W: 'left' };
/** As wide as a sheet's text on the smallest phone, so that nothing gets smaller than meant. */
const WIDTH = 288;
const HEIGHT = 264;

export function Sketch({ position, caption, onEnd }: Props) {
  const { tried, opened = [], seats = ALL } = position;
  return (
    <figure class="sketch">
      <div class="sketch-size">
        <Cloth
          laid={laid(position)}
          seats={seats}
          arms={ARMS}
          opened={opened}
          width={WIDTH}
          height={HEIGHT}
          tried={tried && { ...tried, near: tried.tile[0], far: tried.tile[1] }}
          over={
            onEnd &&
            ((seat, { x, y }) => (
              <button
                type="button"
                key={seat}
                class="sketch-end"
                style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
                onClick={() => onEnd(seat)}
              >
                <span class="unseen">{endText(position, seat)}</span>
              </button>
            ))
          }
        />
      </div>
      <p class="sketch-seats">
        {seats.map((seat) => (
          <span key={seat}>
            <SeatMark seat={seat} /> {t(`seat.${seat}`)}
          </span>
        ))}
      </p>
      {caption && <figcaption class="sketch-caption">{caption}</figcaption>}
    </figure>
  );
}

function laid({ centre, branches = {} }: Position): Laid[] {
  const tiles: Laid[] = [{ play: 0, branch: null, near: centre, far: centre }];
  for (const seat of ALL)
    for (const [near, far] of branches[seat] ?? [])
      tiles.push({ play: tiles.length, branch: seat, near, far });
  return tiles;
}

/** "East's branch, end 5, open, 1st". */
function endText({ centre, branches, opened = [] }: Position, branch: Seat): string {
  const order = opened.indexOf(branch) + 1;
  const facts = { branch, end: branches?.[branch]?.at(-1)?.[1] ?? centre };
  return order > 0
    ? t('page.sketch.end.open', { ...facts, order: t(`ui.order.${order}`) })
    : t('page.sketch.end', facts);
}
