import { useSignal } from '@preact/signals';
import { openSheet } from '../app/sheets';
import { readMove } from '../game/branches';
import type { Alternative } from '../protocol/messages';
import { t } from '../words';
import { type Desk, refusal, useDesk } from './desk';
import type { Sentence } from './intent';
import { hintReason } from './sentence';
import { Icon, type IconName } from './shapes';
import { askTakeback, mayAsk } from './takeback';
import './actions.css';

/** Hint, undo and the order of my tiles on one side; on the thumb's side the one thing to do. */
export function Actions({ onOrder, ordering }: { onOrder: () => void; ordering: boolean }) {
  const desk = useDesk();
  const asks = useSignal(false);
  const { session } = desk;
  const mine = desk.choices.value.any;
  const hint = () => {
    if (!mine || asks.value) return;
    asks.value = true;
    void askHint(desk).finally(() => {
      asks.value = false;
    });
  };
  return (
    <div class="actions">
      <div class="actions-row">
        <div class="actions-side">
          <Small
            icon="hint"
            label={mayAskOthers(desk) ? t('page.table.others') : t('page.table.hint')}
            off={!mine || asks.value}
            onPress={hint}
          />
          <Small
            icon="undo"
            label={t('page.table.undo')}
            off={!mayAsk(session, 'undo')}
            onPress={() => void askTakeback(session, 'undo')}
          />
          <Small icon="order" label={t('page.table.order')} pressed={ordering} onPress={onOrder} />
        </div>
        <Main />
      </div>
    </div>
  );
}

/** Confirm, or pass. It keeps its place and its focus whatever it says. */
function Main() {
  const desk = useDesk();
  const { preview, sending } = desk.intent.value;
  const { mustPass } = desk.choices.value;
  const ready = !sending && (mustPass || preview !== null);
  const label = sending
    ? t('page.table.sending')
    : mustPass
      ? t('page.table.pass')
      : t('page.table.confirm');
  return (
    <button
      type="button"
      class="actions-main"
      data-confirm
      aria-disabled={!ready}
      onClick={() => ready && desk.dispatch({ type: mustPass ? 'pass' : 'confirm' })}
    >
      {label}
    </button>
  );
}

interface SmallProps {
  readonly icon: IconName;
  readonly label: string;
  readonly off?: boolean;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

export function Small({ icon, label, off = false, pressed, onPress }: SmallProps) {
  return (
    <button
      type="button"
      class="actions-small"
      title={label}
      aria-disabled={off}
      aria-pressed={pressed}
      onClick={() => !off && onPress()}
    >
      <Icon name={icon} />
      <span class="actions-word">{label}</span>
    </button>
  );
}

/** Who has seen the best move may ask for the others. */
const mayAskOthers = ({ intent, you }: Desk): boolean =>
  intent.value.preview?.hint != null && (you.value?.legal.length ?? 0) > 1;

/** A hint is a preview with its reason; for a pass it is only said. Asked again, all else. */
export async function askHint(desk: Desk): Promise<void> {
  const { turn } = desk.table.value;
  const alternatives = mayAskOthers(desk);
  const answer = await desk.session.send({ type: 'hint', turn, alternatives });
  if (answer.type === 'refused') desk.dispatch({ type: 'note', note: refusal(answer) });
  if (answer.type !== 'hint') return;
  const show = (move: string, why: Sentence) => {
    const { tile, branch } = readMove(move);
    desk.dispatch({ type: 'hint', turn, preview: tile && { tile, branch, hint: why }, note: why });
  };
  const best = hintReason(answer.reason, answer.facts, answer.text);
  if (!alternatives) return show(answer.move, best);
  const onMove = (move: string) => {
    const other = answer.others.find((one) => one.move === move);
    show(move, other ? costSaid(other) : best);
  };
  openSheet({ name: 'others', hint: answer, onMove });
}

const costSaid = ({ worse }: Alternative): Sentence => ({
  key: worse ? `hint.worse.${worse}` : 'drawback.as_good',
  facts: {},
});
