import { laidTiles, tileName } from '../game/branches';
import { t } from '../words';
import { nameOf } from './badge';
import { useDesk } from './desk';

/** The table in words, for whoever does not see it. */
export function BranchList() {
  const desk = useDesk();
  const laid = laidTiles(desk.table.value.moves);
  const { opened } = desk.table.value;
  const [centre] = laid;
  return (
    <section class="unseen" aria-label={t('page.table.in_words')}>
      {centre && <p>{`${t('ui.centre')}: ${centre.near}-${centre.far}`}</p>}
      <ul>
        {desk.seats.value.map((seat) => {
          const tiles = laid.filter((one) => one.branch === seat);
          const names = tiles.map(({ near, far }) => tileName([near, far]));
          const order = opened.indexOf(seat);
          const state =
            order < 0
              ? t('page.table.closed')
              : t('ui.open', { order: t(`ui.order.${order + 1}`) });
          const end = desk.ends.value.get(seat);
          const ends = end === undefined ? '' : `${t('page.table.end', { branch: seat, end })}, `;
          return (
            <li key={seat}>{`${nameOf(desk, seat)}: ${ends}${state}. ${names.join(', ')}`}</li>
          );
        })}
      </ul>
    </section>
  );
}
