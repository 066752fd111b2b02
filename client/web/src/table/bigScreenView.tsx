import { inviteLink } from '../app/return';
import { Qr } from '../lobby/qr';
import { Button } from '../ui';
import { t } from '../words';
import { nameOf } from './badge';
import { bigScreen } from './bigScreen';
import { useDesk } from './desk';
import { HandEnd } from './handEnd';
import { othersText } from './sentence';
import { SeatShape } from './shapes';
import { Cloth } from './table';
import './bigScreenView.css';

/** Letters of a name in one line; where one has more, all are smaller and take two at most. */
const LONG = 10;

/** For a television: the table, large scores, no hands, and how others come in. */
export function BigScreen() {
  const desk = useDesk();
  const { seats, scores, rules } = desk.room.value;
  const { code, locked } = desk.room.value;
  const full = seats.every((one) => one.kind === 'person');
  const { phase, to_move, result } = desk.table.value;
  const playing = phase === 'playing';
  const long = seats.some(({ seat }) => nameOf(desk, seat).length > LONG);
  return (
    <>
      <Cloth card={null} onCard={() => {}} />
      <aside class="big">
        {playing ? <p class="big-turn">{othersText(desk)}</p> : <HandEnd big />}
        <ul class={long ? 'big-scores big-long' : 'big-scores'}>
          {seats.map(({ seat }, at) => (
            <li
              key={seat}
              class={to_move === seat || result?.winner === seat ? 'big-moves' : undefined}
            >
              <SeatShape seat={seat} />
              <span class="big-name">{nameOf(desk, seat)}</span>
              {result?.winner === seat && <span class="big-gain">+{result.points}</span>}
              <span>{scores[at] ?? 0}</span>
            </li>
          ))}
        </ul>
        {phase !== 'match_over' && (
          <p class="big-target">{t('ui.score.target', { target: Number(rules.target ?? 100) })}</p>
        )}
        <div class="big-foot">
          {!locked && !full && (
            <>
              <Qr text={inviteLink(code)} label={t('page.invite.qr')} />
              <p class="big-code">{code}</p>
            </>
          )}
          <Button onClick={() => bigScreen.set(false)}>{t('page.menu.big.hide')}</Button>
        </div>
      </aside>
    </>
  );
}
