/** The one sentence under the table: what I must do, or whom we wait for. Pure but for the words. */
import { preferences } from '../app/preferences';
import { tileName } from '../game/branches';
import { naming } from '../game/called';
import { placesOf } from '../game/choices';
import { personName } from '../game/seating';
import type { LessonId } from '../lessons';
import { has, t } from '../words';
import type { Desk } from './desk';
import type { Preview, Sentence } from './intent';

export interface Said {
  /** What matters most, where `text` is a reason, if there is one. */
  readonly lead?: string;
  readonly text: string;
  readonly page: string | undefined;
  /** `text` explains the game to a beginner. */
  readonly lesson?: LessonId;
  /** What was just asked for or chosen, to be read out; the rest is announced elsewhere. */
  readonly answer: boolean;
  /** It is for me to act. */
  readonly mine: boolean;
}

/** A sentence of this table, with the names of those who sit there. */
export const textOf = ({ room }: Desk, sentence: Sentence): string =>
  'text' in sentence ? sentence.text : t(sentence.key, naming(room.value, sentence.facts));

export function said(desk: Desk): Said {
  const { note, preview, sending } = desk.intent.value;
  const mine = desk.choices.value.any;
  if (note) return { text: textOf(desk, note), page: note.page, answer: true, mine };
  if (sending) return { text: t('page.table.sending'), page: undefined, answer: false, mine };
  if (preview) {
    const text = preview.hint ? textOf(desk, preview.hint) : '';
    return { lead: previewText(desk, preview), text, page: undefined, answer: true, mine };
  }
  const text = mine ? myTurn(desk) : othersText(desk);
  const lesson = desk.intent.value.selected ? null : desk.lessons.lesson.value;
  if (lesson) {
    const { id, key, facts, page } = lesson;
    const explained = t(key, naming(desk.room.value, facts));
    return { lead: text, text: explained, page, lesson: id, answer: false, mine };
  }
  const page = desk.choices.value.mustPass ? 'open' : undefined;
  const { moves, redeals } = desk.table.value;
  if (redeals > 0 && moves.length === 0)
    return {
      lead: text,
      text: t('page.table.redealt', { count: redeals }),
      page,
      answer: false,
      mine,
    };
  return { text: [nickname(desk), text].filter(Boolean).join(' '), page, answer: false, mine };
}

/** What Cuban tables call the tile just played, or its new end; only what is well known. */
function nickname({ laid, newest, table }: Desk): string {
  const tile = laid.value.at(-1);
  const isLast = newest.value === table.value.moves.length - 1;
  if (!preferences.nicknames.value || !tile || !isLast) return '';
  const { near, far } = tile;
  const whole = `page.table.nick.${near}${far}`;
  const key = has(whole) ? whole : `page.table.nick.${far}`;
  if (!has(key)) return '';
  return t('page.table.nicked', { name: t(key), value: has(whole) ? `${near}-${far}` : far });
}

/** How the branch then ends is left to the tile that is shown there. */
function previewText(desk: Desk, shown: Preview): string {
  const [tile, branch] = [tileName(shown.tile), shown.branch];
  if (branch === null) return t('ui.preview.opening', { tile });
  if (branch === desk.own.value)
    return t(shown.hint ? 'page.table.hinted_own' : 'page.table.preview_own', { tile });
  const facts = naming(desk.room.value, { tile, branch });
  return t(shown.hint ? 'page.table.hinted' : 'page.table.preview', facts);
}

function myTurn(desk: Desk): string {
  const choices = desk.choices.value;
  if (choices.mustPass) {
    const fits = desk.you.value?.fits ?? [];
    return fits.length > 0 ? t('page.table.no_fit', { fits }) : t('hint.must_pass');
  }
  if (choices.opening) {
    const tiles = [...choices.places.keys()];
    return tiles.length === 1
      ? t('page.table.open_with', { tiles })
      : t('page.table.open_choose', { tiles });
  }
  const { selected } = desk.intent.value;
  if (selected && placesOf(choices, selected).length > 1)
    return t('page.table.where', { tile: tileName(selected) });
  return t('page.table.your_turn', { count: choices.places.size });
}

export function othersText(desk: Desk): string {
  const { phase, to_move: seat, reading, away, minded } = desk.table.value;
  const room = desk.room.value;
  if (phase !== 'playing' || !seat) return '';
  const reader = reading.find(({ waits }) => waits);
  const state = room.seats.find((one) => one.seat === seat);
  const computer = state?.kind !== 'person' || minded.includes(seat);
  if (computer && reader) {
    const name = personName(room, reader.person) ?? '';
    return t('page.table.computers_wait', { name });
  }
  if (computer) return t('page.table.thinking', naming(room, { seat }));
  const name = personName(room, state.person) ?? '';
  if (away.some(({ person }) => person === state.person))
    return t('page.table.waits_away', { name });
  return t('page.table.waits', { name, seat });
}

/** The reason of a hint in words, from its key where we have that, else as the server says it. */
export function hintReason(reason: string, facts: Record<string, unknown>, text: string): Sentence {
  const key = reason.startsWith('hint.') ? reason : `hint.${reason}`;
  return has(key) ? { key, facts: facts as never } : { text };
}
