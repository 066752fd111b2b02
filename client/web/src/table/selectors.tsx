import { useSignal } from '@preact/signals';
import { type Seat, sameTile, tileName } from '../game/branches';
import { placesOf } from '../game/choices';
import { t } from '../words';
import { useDesk } from './desk';
import { placeLabel, tileLabel } from './names';
import './selectors.css';

/**
 * Tile and branch as two lists, for keyboard and screen reader: hidden until they have the focus.
 * They show and change the same intent as taps do.
 */
export function Selectors() {
  const desk = useDesk();
  const open = useSignal(false);
  const drawn = useSignal(0); // a choice that was not taken is shown as before
  void drawn.value;
  const { selected, preview } = desk.intent.value;
  const choices = desk.choices.value;
  const hand = desk.you.value?.hand ?? [];
  const fitting = placesOf(choices, selected);
  // Those that do not fit are there, too: choosing one says why.
  const places = choices.opening ? fitting : desk.seats.value;
  const label = (place: Seat | null): string => {
    const end = place === null ? undefined : desk.ends.value.get(place);
    if (place === null || end === undefined) return placeLabel(place);
    const name = t('page.table.end', { branch: place, end });
    return selected === null || fitting.includes(place)
      ? name
      : `${name}, ${t('page.table.fits.nowhere')}`;
  };
  const choose = (name: string) => {
    const tile = hand.find((one) => tileName(one) === name);
    if (tile) desk.dispatch({ type: 'tile', tile, again: sameTile(tile, selected) });
    else desk.dispatch({ type: 'escape' });
  };
  const put = (place: string) => {
    const branch = places.find((one) => (one ?? 'centre') === place);
    const again = preview !== null && (preview.branch ?? 'centre') === place;
    if (branch !== undefined && !again) desk.dispatch({ type: 'place', branch });
    drawn.value += 1;
  };
  return (
    <div
      class={open.value ? 'selectors' : 'selectors unseen'}
      onFocusIn={() => {
        open.value = true;
      }}
      onFocusOut={() => {
        open.value = false;
      }}
    >
      <label class="selectors-label">
        {t('page.table.tile')}
        <select
          class="selectors-list"
          value={selected ? tileName(selected) : ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{t('page.table.none')}</option>
          {hand.map((tile) => (
            <option key={tileName(tile)} value={tileName(tile)}>
              {tileLabel(tile, choices)}
            </option>
          ))}
        </select>
      </label>
      <label class="selectors-label">
        {t('page.table.branch')}
        <select
          class="selectors-list"
          value={preview ? (preview.branch ?? 'centre') : ''}
          onChange={({ currentTarget }) => put(currentTarget.value)}
        >
          <option value="">{t('page.table.none')}</option>
          {places.map((place) => (
            <option key={place ?? 'centre'} value={place ?? 'centre'}>
              {label(place)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
