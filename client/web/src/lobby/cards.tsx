import { useState } from 'preact/hooks';
import { Face, Tile } from '../table/tile';
import { t } from '../words';
import './cards.css';

/** Three rules in pictures, and a tile to try, for those who wait. */
export function Cards() {
  return (
    <section class="cards" aria-labelledby="cards-title">
      <h2 class="cards-title" id="cards-title">
        {t('page.cards.title')}
      </h2>
      <ul class="cards-list">
        <li class="cards-card">
          <Branch ends="own" />
          <p>{t('page.cards.branch')}</p>
        </li>
        <li class="cards-card">
          <Branch ends="open" />
          <p>{t('page.cards.pass')}</p>
        </li>
        <li class="cards-card">
          <Branch ends="double" />
          <p>{t('page.cards.double')}</p>
        </li>
      </ul>
      <Try />
    </section>
  );
}

/** The centre and what lies on a branch, with a ring that is closed or has a gap. */
function Branch({ ends }: { readonly ends: 'own' | 'open' | 'double' }) {
  return (
    <svg class="cards-picture" viewBox="-1.3 -1.3 7.4 2.6" aria-hidden="true">
      <Face upper={9} lower={9} />
      <g transform="translate(1.5 0) rotate(90)">
        <Face upper={4} lower={9} turn={90} />
      </g>
      {ends === 'double' ? (
        <g transform="translate(3 0)">
          <Face upper={4} lower={4} />
        </g>
      ) : (
        <g transform="translate(3.5 0) rotate(90)">
          <Face upper={1} lower={4} turn={90} />
        </g>
      )}
      <g transform={`translate(${ends === 'double' ? 4.7 : 5.3} 0)`}>
        <circle class={ends === 'open' ? 'cards-open' : 'cards-closed'} r="0.62" />
        <text class="cards-end" y="0.28">
          {ends === 'double' ? 4 : 1}
        </text>
      </g>
    </svg>
  );
}

type Tried = 'nothing' | 'wrong' | 'right';

/** A branch that ends in 6, and two tiles. Nothing here is sent anywhere. */
function Try() {
  const [tried, setTried] = useState<Tried>('nothing');
  return (
    <div class="cards-try">
      <p class="cards-words" role="status">
        {tried === 'nothing' && t('page.cards.try')}
        {tried === 'wrong' && t('page.cards.try.wrong')}
        {tried === 'right' && t('page.cards.try.right')}
      </p>
      <div class="cards-row">
        <svg class="cards-picture" viewBox="-1.3 -1.3 7.4 2.6" aria-hidden="true">
          <Face upper={9} lower={9} />
          <g transform="translate(1.5 0) rotate(90)">
            <Face upper={6} lower={9} turn={90} />
          </g>
          {tried === 'right' && (
            <g transform="translate(3.5 0) rotate(90)" class="cards-laid">
              <Face upper={2} lower={6} turn={90} />
            </g>
          )}
          <g transform={`translate(${tried === 'right' ? 5.3 : 3.3} 0)`}>
            <circle class="cards-closed" r="0.62" />
            <text class="cards-end" y="0.28">
              {tried === 'right' ? 2 : 6}
            </text>
          </g>
        </svg>
        <div class="cards-rack">
          <button
            type="button"
            class={`cards-tile${tried === 'right' ? ' cards-gone' : ''}`}
            aria-label="2-6"
            onClick={() => setTried(tried === 'right' ? 'nothing' : 'right')}
          >
            <Tile upper={2} lower={6} />
          </button>
          <button
            type="button"
            class="cards-tile"
            aria-label="1-4"
            onClick={() => setTried('wrong')}
          >
            <Tile upper={1} lower={4} />
          </button>
        </div>
      </div>
    </div>
  );
}
