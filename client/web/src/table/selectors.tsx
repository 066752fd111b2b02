import { useSignal } from '@preact/signals';
import { sameTile, tileName } from '../game/branches';
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
  const { selected, preview } = desk.intent.value;
  const choices = desk.choices.value;
  const hand = desk.you.value?.hand ?? [];
  const places = placesOf(choices, selected);
  const choose = (name: string) => {
    const tile = hand.find((one) => tileName(one) === name);
    if (tile) desk.dispatch({ type: 'tile', tile, again: sameTile(tile, selected) });
    else desk.dispatch({ type: 'escape' });
  };
  const put = (place: string) => {
    const branch = places.find((one) => (one ?? 'centre') === place);
    const again = preview !== null && (preview.branch ?? 'centre') === place;
    if (branch !== undefined && !again) desk.dispatch({ type: 'place', branch });
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
              {placeLabel(place)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
