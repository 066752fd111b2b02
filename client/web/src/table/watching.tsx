import { useSignal } from '@preact/signals';
import { lostWish } from '../app/lostWish';
import { preferences } from '../app/preferences';
import { seatsAfter } from '../game/seating';
import { freeSeats } from '../lobby/powers';
import { useRoom } from '../lobby/useRoom';
import { Button, Field } from '../ui';
import { t } from '../words';
import { nameOf } from './badge';
import { bigScreen } from './bigScreen';
import { refusal, useDesk } from './desk';
import { othersText } from './sentence';
import { SeatShape } from './shapes';
import './watching.css';

/** For whoever has no hand: what they see, whom they sit behind, and how they get a seat. */
export function Watching() {
  const desk = useDesk();
  const more = useSignal(false);
  return (
    <section class="watching">
      <p class="watching-turn">{othersText(desk)}</p>
      <p class="watching-text">{watchText(desk)}</p>
      <div class="watching-row">
        <Ask />
        <button
          type="button"
          class="button button-plain watching-fold"
          aria-expanded={more.value}
          onClick={() => {
            more.value = !more.value;
          }}
        >
          {t('page.table.watch_more')}
        </button>
      </div>
      <div class={`watching-more${more.value ? ' watching-unfolded' : ''}`}>
        <Behind />
        <Button onClick={() => bigScreen.set(true)}>{t('page.table.big')}</Button>
      </div>
    </section>
  );
}

function watchText(desk: ReturnType<typeof useDesk>): string {
  const { asking, promised, declined } = desk.table.value;
  const me = desk.me.value;
  const host = nameOfHost(desk);
  const wish = asking.find(({ person }) => person === me);
  if (wish) return t('ui.looking_on', { name: host, seat: wish.seat });
  const promise = promised.find(({ person }) => person === me);
  if (promise) return t('ui.promised', { seat: promise.seat });
  const not = declined.find(({ person }) => person === me);
  if (not) return t('ui.declined', { seat: not.seat });
  if (lostWish.value) return t('ui.wish_lost', { seat: lostWish.value });
  return t('page.table.you_watch');
}

const nameOfHost = (desk: ReturnType<typeof useDesk>): string =>
  desk.room.value.people.find((one) => one.person === desk.room.value.host)?.name ?? '';

/** The table is turned; nothing else changes. */
function Behind() {
  const desk = useDesk();
  return (
    <fieldset class="watching-behind">
      <legend class="watching-legend">{t('page.table.behind')}</legend>
      {seatsAfter(desk.room.value.order, desk.seats.value.at(-1) ?? 'S').map((seat) => (
        <button
          type="button"
          key={seat}
          class="watching-seat"
          aria-pressed={desk.own.value === seat}
          aria-label={t('page.table.behind_of', { name: nameOf(desk, seat) })}
          onClick={() => {
            desk.behind.value = seat;
          }}
        >
          <SeatShape seat={seat} />
          <span class="watching-name">{nameOf(desk, seat)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** For a seat that is free: a watcher gives a name first. */
function Ask() {
  const desk = useDesk();
  const asks = useSignal(false);
  const name = useSignal(preferences.name.value);
  const wrong = useSignal<string | undefined>(undefined);
  const { asking, promised } = desk.table.value;
  const me = desk.me.value;
  const here = useRoom();
  const [free] = here ? freeSeats(here) : [];
  const waits = [...asking, ...promised].some(({ person }) => person === me);
  if (!free || waits || (me === null && desk.room.value.locked)) return null;
  const ask = async () => {
    const answer =
      me === null
        ? await desk.session.send({ type: 'join', code: desk.room.value.code, name: name.value })
        : await desk.session.send({ type: 'seat', seat: free, to: { kind: 'person', person: me } });
    wrong.value = answer.type === 'refused' ? answer.text : undefined;
    asks.value = answer.type === 'refused';
    if (answer.type !== 'refused' && me === null) preferences.name.value = name.value;
    const note = me === null ? null : refusal(answer);
    if (note) desk.dispatch({ type: 'note', note });
  };
  if (me !== null || asks.value === false)
    return (
      <Button
        kind="main"
        onClick={() => {
          if (me === null) asks.value = true;
          else void ask();
        }}
      >
        {t('page.table.ask_to_sit')}
      </Button>
    );
  return (
    <form
      class="watching-ask"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <Field
        label={t('ui.prompt.name')}
        kind="name"
        value={name.value}
        wrong={wrong.value}
        onValue={(value) => {
          name.value = value;
        }}
      />
      <Button kind="main" submits>
        {t('page.table.ask_to_sit')}
      </Button>
    </form>
  );
}
