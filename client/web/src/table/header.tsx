import type { ComponentChildren } from 'preact';
import { openSheet } from '../app/sheets';
import { called } from '../game/called';
import { heardOf } from '../sheets/talk/heard';
import { t } from '../words';
import { useDesk } from './desk';
import { Icon, SeatShape } from './shapes';
import './header.css';

/** The state of the room, the score, the menu. */
export function Header({ line }: { readonly line?: ComponentChildren }) {
  const { room, table } = useDesk();
  const { rules } = room.value;
  const { watchers, hand } = table.value;
  return (
    <header class="header">
      <div class="header-state">
        <span class="header-hand">{t('page.table.hand_number', { hand })}</span>
        {watchers > 0 && (
          <span class="header-watchers" title={t('count.watcher', { count: watchers })}>
            <Icon name="watches" />
            <span aria-hidden="true">{watchers}</span>
            <span class="unseen">{t('count.watcher', { count: watchers })}</span>
          </span>
        )}
        {line}
      </div>
      <Scores />
      <Menu />
      <span class="unseen">{t('ui.score.target', { target: Number(rules.target ?? 100) })}</span>
    </header>
  );
}

/** Says by a mark, too, that there are lines in the talk that were not read. */
function Menu() {
  const unread = heardOf(useDesk().session).unread.value;
  return (
    <button
      type="button"
      class={unread > 0 ? 'header-menu header-news' : 'header-menu'}
      aria-label={unread > 0 ? t('page.table.menu.talk', { count: unread }) : t('page.table.menu')}
      onClick={() => openSheet({ name: 'menu' })}
    >
      <Icon name="menu" />
    </button>
  );
}

/** Everybody's points in turn order; a tap opens the score sheet. */
function Scores() {
  const { room, own } = useDesk();
  const { seats, scores, rules, order } = room.value;
  const at = order.indexOf(own.value);
  const turn = [...order.slice(at), ...order.slice(0, at)];
  return (
    <button type="button" class="header-scores" onClick={() => openSheet({ name: 'score' })}>
      <span class="unseen">{t('page.table.score')}: </span>
      {turn.map((seat) => {
        const place = seats.findIndex((one) => one.seat === seat);
        return (
          <span class="header-score" key={seat}>
            <SeatShape seat={seat} />
            <span class="unseen">{called(room.value, seat)} </span>
            <span>{scores[place] ?? 0}</span>
          </span>
        );
      })}
      <span class="header-target">/{rules.target ?? 100}</span>
    </button>
  );
}
