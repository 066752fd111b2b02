import { useEffect, useRef, useState } from 'preact/hooks';
import type { Seat } from '../../game/branches';
import type { Preset } from '../../game/presets';
import { Segmented } from '../../ui';
import { t } from '../../words';
import { answer, EXAMPLE, type ExampleTile, HALVES } from './answers';
import { Sketch } from './sketch';
import './example.css';

/** Equal-end priority to try: choose a tile, tap an end, and be told whether it may lie there. */
export function Example({ preset: initial }: { readonly preset: Preset }) {
  const [preset, setPreset] = useState<Preset>(initial);
  const [tile, setTile] = useState<ExampleTile>('2-5');
  const [branch, setBranch] = useState<Seat | null>(null);
  const found = branch && answer(preset, tile, branch);
  const tried = branch && found ? { branch, tile: HALVES[tile], may: found.may } : undefined;
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (found) told.current?.scrollIntoView({ block: 'nearest' });
  }, [found?.key]);
  return (
    <div class="example">
      <p>{t('page.example.caption')}</p>
      <Segmented
        label={t('setting.preset')}
        options={[
          { value: 'cuban', label: t('preset.cuban') },
          { value: 'international', label: t('preset.international') },
        ]}
        value={preset}
        onValue={setPreset}
      />
      <Segmented
        label={t('page.example.tile')}
        options={[
          { value: '2-5', label: '2-5' },
          { value: '5-5', label: '5-5' },
        ]}
        value={tile}
        onValue={setTile}
      />
      <Sketch position={{ ...EXAMPLE, ...(tried && { tried }) }} onEnd={setBranch} />
      <p class={found ? 'example-answer' : 'example-answer sheets-soft'} role="status" ref={told}>
        {found ? (
          <>
            <strong>{found.may ? t('page.example.yes') : t('page.example.no')}</strong>{' '}
            {t(found.key, found.facts)}
          </>
        ) : (
          t('page.example.tap')
        )}
      </p>
    </div>
  );
}
