import type { ReviewedMove, Room } from '../../protocol/messages';
import { unbroken } from '../../ui';
import { t } from '../../words';
import { moveSaid, reasonSaid } from './said';

/** How good a choice was; of a costly one what was better, and why. */
export function Verdict({ room, made }: { readonly room: Room; readonly made: ReviewedMove }) {
  if (!made.costly)
    return (
      <span class="advice-good">
        {made.cost > 0 ? t('page.review.near') : t('page.review.good')}
      </span>
    );
  const better = moveSaid(room, made.better);
  const reason = reasonSaid(room, `hint.${made.reason}`, made);
  return (
    <>
      <span class="advice-cost">{t(`hint.worse.${made.worse ?? 'clear'}`)}</span>
      <span class="advice-why">{unbroken(t('page.review.better', { better, reason }))}</span>
    </>
  );
}
