import { effect, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSession } from '../app/context';
import { registerKeys } from '../app/keys';
import { preferences } from '../app/preferences';
import { sheet } from '../app/sheets';
import type { Seat } from '../game/branches';
import { goesRight } from '../game/seating';
import { t } from '../words';
import { Actions } from './actions';
import { startAutoPass } from './autoPass';
import { Badge } from './badge';
import { bigScreen } from './bigScreen';
import { BigScreen } from './bigScreenView';
import { Board } from './board';
import { BranchList } from './branchList';
import { Consent } from './consent';
import { Cover } from './cover';
import { DeskContext, makeDesk, useDesk } from './desk';
import { dragged } from './drag';
import { GeometryContext, makeGeometry } from './geometry';
import { HandEnd } from './handEnd';
import { Header } from './header';
import { LastHand } from './lastHand';
import { Leaving, useLeaving } from './leaving';
import { Notices } from './notices';
import { OrderPanel } from './order';
import { Prompt } from './prompt';
import { Floating, Rack } from './rack';
import { makeArrangement } from './rackKeeping';
import type { Arrangement } from './rackOrder';
import { Recent } from './recent';
import { SeatCard } from './seatCard';
import { Selectors } from './selectors';
import { tableKeys } from './tableKeys';
import { tellOutcome, toldToTable } from './takeback';
import { useVisibleHeight } from './visible';
import { Watching } from './watching';
import './table.css';
import './ended.css';

/** The table while a match is played, and after its hands. */
export function Table() {
  const session = useSession();
  const [desk, geometry] = useMemo(() => {
    const made = makeDesk(session);
    return [made, makeGeometry(made)] as const;
  }, [session]);
  useEffect(() => {
    const passes = startAutoPass(desk);
    const keys = registerKeys(tableKeys(desk, geometry));
    const tells = effect(() => {
      const note = toldToTable.value;
      if (note) desk.dispatch({ type: 'note', note });
      toldToTable.value = null;
    });
    const outcome = tellOutcome(session);
    return () => {
      passes();
      keys();
      tells();
      outcome();
      geometry.dispose();
      desk.dispose();
      dragged.value = null;
    };
  }, [session, desk, geometry]);
  useVisibleHeight();
  const root = useRef<HTMLElement>(null);
  // Wherever the focus is: after a hint it may be nowhere.
  useEffect(() => {
    const stepBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || sheet.value) return;
      event.preventDefault();
      desk.dispatch({ type: 'escape' });
      root.current?.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', stepBack);
    return () => document.removeEventListener('keydown', stepBack);
  }, [desk]);
  useEffect(() => leadOn(root.current), []);
  const onLooker = desk.mine.value.length === 0;
  const classes = {
    'table-onlooker': onLooker,
    'table-ended': desk.table.value.phase !== 'playing',
    'table-big': onLooker && bigScreen.value,
    'table-teaches': desk.lessons.teaches.value,
  };
  return (
    <DeskContext.Provider value={desk}>
      <GeometryContext.Provider value={geometry}>
        <main
          class={['table', ...chosen(classes)].join(' ')}
          ref={root}
          aria-label={t('page.table.title')}
          data-mirrored={preferences.mirrored.value || undefined}
          data-colours={preferences.colours.value || undefined}
          data-size={preferences.tileSize.value}
          data-pace={preferences.pace.value}
          data-turns={goesRight(desk.room.value.rules) ? 'right' : 'left'}
        >
          <h1 class="unseen">{t('page.table.title')}</h1>
          {onLooker && bigScreen.value ? <BigScreen /> : <Parts />}
        </main>
      </GeometryContext.Provider>
    </DeskContext.Provider>
  );
}

const chosen = (classes: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(classes).filter((name) => classes[name]);

/** Whoever chooses a tile by keyboard is led on to its branches, or to Confirm. */
function leadOn(root: HTMLElement | null): () => void {
  const chosen = () =>
    requestAnimationFrame(() => {
      const ready = root?.querySelector<HTMLElement>('[data-confirm][aria-disabled="false"]');
      (root?.querySelector<HTMLElement>('[data-chip]') ?? ready)?.focus();
    });
  root?.addEventListener('chosen', chosen);
  return () => root?.removeEventListener('chosen', chosen);
}

function Parts() {
  const desk = useDesk();
  const card = useSignal<Seat | null>(null);
  const ordering = useSignal(false);
  const leaving = useLeaving();
  const arrangement = useMemo(() => makeArrangement(desk), [desk]);
  useEffect(() => arrangement.dispose, [arrangement]);
  const phase = desk.table.value.phase;
  const holds = phase === 'playing' && desk.mine.value.length > 0 && !desk.covered.value;
  return (
    <>
      <Header />
      <div class="table-cards">
        <LastHand />
        <Leaving asked={leaving} />
        <Consent />
        <Notices />
        {holds && ordering.value && (
          <OrderPanel
            arrangement={arrangement.value}
            onClose={() => {
              ordering.value = false;
            }}
          />
        )}
        {card.value && (
          <SeatCard
            seat={card.value}
            onClose={() => {
              card.value = null;
            }}
          />
        )}
      </div>
      <Cloth
        card={card.value}
        onCard={(seat) => {
          card.value = card.value === seat ? null : seat;
        }}
      />
      <Recent />
      <div class="table-mine">
        {phase === 'playing' ? (
          <Mine arrangement={arrangement.value} ordering={ordering} />
        ) : (
          <HandEnd />
        )}
      </div>
    </>
  );
}

interface ClothProps {
  readonly card: Seat | null;
  readonly onCard: (seat: Seat) => void;
}

/** The board and, on its rim, whoever sits at it. */
export function Cloth({ card, onCard }: ClothProps) {
  const desk = useDesk();
  return (
    <section class="table-cloth" aria-label={t('page.table.board')}>
      {desk.seats.value.map((seat) => (
        <Badge key={seat} seat={seat} pressed={card === seat} onPress={() => onCard(seat)} />
      ))}
      <Board />
      <BranchList />
    </section>
  );
}

interface MineProps {
  readonly arrangement: Signal<Arrangement>;
  readonly ordering: Signal<boolean>;
}

/** What I hold and what I can do. */
function Mine({ arrangement, ordering }: MineProps) {
  const desk = useDesk();
  if (desk.mine.value.length === 0) return <Watching />;
  if (desk.covered.value) return <Cover />;
  return (
    <>
      <Prompt />
      <Selectors />
      <Rack arrangement={arrangement} />
      <Actions
        ordering={ordering.value}
        onOrder={() => {
          ordering.value = !ordering.value;
        }}
      />
      <Floating />
    </>
  );
}
