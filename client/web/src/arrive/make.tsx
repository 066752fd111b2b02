import { useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { preferences } from '../app/preferences';
import { type House, houseOf, RulesEditor, rulesChoice } from '../lobby/house';
import {
  isNameless,
  type Plan,
  PlanSeat,
  plannedCommands,
  planSaid,
  seatsBesides,
} from '../lobby/plan';
import { Button, Field, Fold, Switch, showWrong } from '../ui';
import { t } from '../words';
import { attempt, failure, forgetFailure, makeTable } from './entering';
import { NameField } from './nameField';
import { Page } from './page';

/** A table for friends: only the name is asked; everything else has an answer already. */
export function Make({ onBack }: { readonly onBack: () => void }) {
  const session = useSession();
  const { name } = preferences;
  const [house, setHouse] = useState<House>(houseOf({}));
  const [plans, setPlans] = useState<Readonly<Record<string, Plan>>>({});
  const [watching, setWatching] = useState(true);
  const [key, setKey] = useState('');
  /** Somebody wanted the table made: from then on it is said which name is missing. */
  const [isWanted, setWanted] = useState(false);
  const [wantsKey, setWantsKey] = useState(false);
  const refused = failure.value;
  if (refused?.code === 'bad_key' && !wantsKey) setWantsKey(true);
  const others = seatsBesides(house.seats);
  const isComplete =
    name.value.trim() !== '' &&
    !Number.isNaN(house.target) &&
    !others.some((seat) => isNameless(plans[seat]));
  const make = (event: Event & { readonly currentTarget: HTMLElement }) => {
    event.preventDefault();
    if (attempt.value !== null) return;
    const form = event.currentTarget;
    if (!isComplete) {
      setWanted(true);
      setTimeout(() => showWrong(form)); // once it says what is wrong
      return;
    }
    const how = {
      type: 'create',
      name: name.value,
      rules: rulesChoice(house),
      watching,
      ...(key ? { key } : {}),
    } as const;
    void makeTable(session, how, plannedCommands(others, plans));
  };
  return (
    <Page title={t('page.arrive.make')} takesFocus>
      <form class="page-stack" onSubmit={make}>
        <NameField label={t('page.arrive.name')} isMissing={isWanted && name.value.trim() === ''} />
        {wantsKey && (
          <Field
            label={t('page.make.key')}
            hint={t('page.make.key.what')}
            value={key}
            wrong={refused?.code === 'bad_key' ? refused.text : undefined}
            onValue={(value) => {
              setKey(value);
              forgetFailure();
            }}
          />
        )}
        <RulesEditor house={house} onHouse={setHouse} />
        <Fold label={t('page.make.who')} summary={planSaid(others, plans)}>
          {others.map((seat) => (
            <PlanSeat
              key={seat}
              seat={seat}
              plan={plans[seat] ?? { kind: 'computer', level: 'normal', name: '' }}
              wrong={
                isWanted && isNameless(plans[seat]) ? t('page.make.here.name.wrong') : undefined
              }
              onPlan={(plan) => setPlans({ ...plans, [seat]: plan })}
            />
          ))}
        </Fold>
        <Switch
          label={t('page.make.watching')}
          hint={t('page.make.watching.what')}
          value={watching}
          onValue={setWatching}
        />
        <Button kind="main" wide submits busy={attempt.value !== null}>
          {t('page.make.go')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('page.make.back')}
        </Button>
      </form>
    </Page>
  );
}
