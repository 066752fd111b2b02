import type { Signal } from '@preact/signals';
import { preferences } from '../app/preferences';
import { sameTile } from '../game/branches';
import { Segmented } from '../ui';
import { t } from '../words';
import { Small } from './actions';
import { useDesk } from './desk';
import { type Arrangement, arrange, moved, turnedOver } from './rackOrder';
import './order.css';

interface Props {
  readonly arrangement: Signal<Arrangement>;
  readonly onClose: () => void;
}

/** How my tiles stand, with buttons for whoever does not drag. */
export function OrderPanel({ arrangement, onClose }: Props) {
  const desk = useDesk();
  const order = preferences.rackOrder;
  const { selected } = desk.intent.value;
  const tiles = arrange(desk.you.value?.hand ?? [], order.value, arrangement.value);
  const at = tiles.findIndex((one) => sameTile(one, selected));
  const off = at < 0;
  const move = (by: number) => {
    const tile = tiles[at];
    if (!tile) return;
    arrangement.value = moved(tiles, tile, at + by, arrangement.value);
    order.value = 'own';
  };
  const turn = () => {
    if (selected) arrangement.value = turnedOver(selected, arrangement.value);
  };
  return (
    <section class="order" aria-label={t('page.table.order')}>
      <Segmented
        label={t('page.table.order')}
        unseen
        value={order.value}
        onValue={(wanted) => {
          order.value = wanted;
        }}
        options={[
          { value: 'dealt', label: t('page.table.order.dealt') },
          { value: 'value', label: t('page.table.order.value') },
          { value: 'doubles', label: t('page.table.order.doubles') },
          { value: 'own', label: t('page.table.order.own') },
        ]}
      />
      <p class="order-how">{off ? t('page.table.order.select') : t('page.table.order.how')}</p>
      <div class="order-row">
        <Small
          icon="left"
          label={t('page.table.order.left')}
          off={at <= 0}
          onPress={() => move(-1)}
        />
        <Small
          icon="right"
          label={t('page.table.order.right')}
          off={off || at === tiles.length - 1}
          onPress={() => move(1)}
        />
        <Small icon="turn" label={t('page.table.order.turn')} off={off} onPress={turn} />
        <Small icon="close" label={t('page.ui.close')} onPress={onClose} />
      </div>
    </section>
  );
}
