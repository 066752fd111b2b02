import type { Seat } from '../game/branches';
import { passesBySeat } from '../game/branches';
import { t } from '../words';
import { nameOf } from './badge';
import { useDesk } from './desk';
import { Icon, SeatShape } from './shapes';
import './seatCard.css';

/** What the passes of a seat have shown in this hand; everybody may know it. */
export function SeatCard({ seat, onClose }: { readonly seat: Seat; readonly onClose: () => void }) {
  const desk = useDesk();
  const passes = passesBySeat(desk.table.value.moves, desk.seats.value).get(seat) ?? [];
  return (
    <section class="seat-card" aria-label={t('page.table.passes_of', { name: nameOf(desk, seat) })}>
      <h2 class="seat-card-title">
        <SeatShape seat={seat} />
        {t('page.table.passes_of', { name: nameOf(desk, seat) })}
      </h2>
      {passes.length === 0 && <p class="seat-card-text">{t('page.table.no_pass')}</p>}
      {passes.map(({ play, values, doubles }) => (
        <p class="seat-card-text" key={play}>
          {doubles.length > 0
            ? t('page.table.pass_at_doubles', {
                values,
                doubles: doubles.map((one) => `${one}-${one}`),
              })
            : t('page.table.pass_at', { values })}
        </p>
      ))}
      <button
        type="button"
        class="seat-card-close"
        aria-label={t('page.ui.close')}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
