/** Who shall sit at each seat of a new table. */
import type { Seat } from '../game/branches';
import type { SeatState } from '../protocol/messages';
import type { Command } from '../session/session';
import { Field, Segmented } from '../ui';
import { t } from '../words';

export type Level = NonNullable<SeatState['level']>;

export interface Plan {
  /** `open`: nobody sits there before a friend comes. */
  readonly kind: 'computer' | 'open' | 'here';
  readonly level: Level;
  /** Of whoever plays on this device, too. */
  readonly name: string;
}

const BESIDES: Readonly<Record<number, readonly Seat[]>> = {
  2: ['N'],
  3: ['E', 'N'],
  4: ['E', 'N', 'W'],
};

/** The seats of a table for so many that its maker does not have. */
export const seatsBesides = (count: number): readonly Seat[] => BESIDES[count] ?? [];

/** What has to be asked for beyond what a new room has anyway: a normal computer everywhere. */
export function plannedCommands(
  seats: readonly Seat[],
  plans: Readonly<Record<string, Plan>>,
): Command[] {
  return seats.flatMap((seat): Command[] => {
    const plan = plans[seat];
    if (!plan) return [];
    const { kind, level } = plan;
    const name = plan.name.trim();
    if (kind === 'here') return name ? [{ type: 'seat', seat, to: { kind: 'here', name } }] : [];
    if (kind === 'open') return [{ type: 'seat', seat, to: { kind: 'open' } }];
    return level === 'normal' ? [] : [{ type: 'seat', seat, to: { kind: 'computer', level } }];
  });
}

/** Somebody on this device whom nobody could call. */
export const isNameless = (plan: Plan | undefined): boolean =>
  plan?.kind === 'here' && plan.name.trim() === '';

/** In a line who will sit where: what is chosen, once anything but computers is. */
export function planSaid(seats: readonly Seat[], plans: Readonly<Record<string, Plan>>): string {
  const kinds = seats.map((seat) => plans[seat]?.kind ?? 'computer');
  if (kinds.every((kind) => kind === 'computer')) return t('page.make.who.what');
  return seats
    .map((seat, at) =>
      t('page.house.differs', {
        what: t(`seat.${seat}`),
        value: t(`page.make.${kinds[at] ?? 'computer'}`),
      }),
    )
    .join('; ');
}

interface Props {
  readonly seat: Seat;
  readonly plan: Plan;
  /** What is wrong with their name. */
  readonly wrong: string | undefined;
  readonly onPlan: (plan: Plan) => void;
}

export function PlanSeat({ seat, plan, wrong, onPlan }: Props) {
  return (
    <div class="make-seat">
      <Segmented<Plan['kind']>
        label={t(`seat.${seat}`)}
        options={[
          { value: 'computer', label: t('page.make.computer') },
          { value: 'open', label: t('page.make.open') },
          { value: 'here', label: t('page.make.here') },
        ]}
        value={plan.kind}
        onValue={(kind) => onPlan({ ...plan, kind })}
        hint={t(`page.make.${plan.kind}.what`)}
      />
      {plan.kind === 'computer' && (
        <LevelChoice value={plan.level} onValue={(level) => onPlan({ ...plan, level })} />
      )}
      {plan.kind === 'here' && (
        <Field
          label={t('page.make.here.name')}
          kind="name"
          value={plan.name}
          wrong={wrong}
          onValue={(name) => onPlan({ ...plan, name })}
        />
      )}
    </div>
  );
}

interface LevelProps {
  readonly label?: string;
  /** Null: no computer sits there. */
  readonly value: Level | null;
  readonly onValue: (level: Level) => void;
}

export function LevelChoice({ label, value, onValue }: LevelProps) {
  return (
    <Segmented<Level | ''>
      label={label ?? t('page.make.level')}
      options={[
        { value: 'easy', label: t('level.easy') },
        { value: 'normal', label: t('level.normal') },
        { value: 'hard', label: t('level.hard') },
      ]}
      value={value ?? ''}
      onValue={(level) => level && onValue(level)}
    />
  );
}
