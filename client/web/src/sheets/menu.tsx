import { useSession } from '../app/context';
import { hasKeyboard } from '../app/keys';
import { closeSheet, openSheet, type Sheet } from '../app/sheets';
import { seatsOfDevice } from '../game/seating';
import { bigScreen } from '../table/bigScreen';
import { Button } from '../ui';
import { t } from '../words';
import { Again } from './again';
import { Drawing, type MenuIcon } from './icons';
import { heardOf } from './talk/heard';
import './menu.css';

/** ☰: everything that is not needed at every turn. */
export default function Menu() {
  const session = useSession();
  const unread = heardOf(session).unread.value;
  const isInMatch = session.view.value?.table.phase !== 'lobby';
  const { room, me } = session;
  const isLookingOn =
    !room.value || seatsOfDevice(room.value, me.value?.person ?? null).length === 0;
  const hasPlayed = (session.room.value?.match ?? 0) > 0;
  return (
    <>
      {isInMatch && <Again />}
      <nav class="menu" aria-label={t('page.sheet.menu')}>
        {hasPlayed && <To sheet={{ name: 'score' }} icon="score" text={t('page.sheet.score')} />}
        {isInMatch && <To sheet={{ name: 'plays' }} icon="plays" text={t('page.sheet.plays')} />}
        <To sheet={{ name: 'rules' }} icon="rules" text={t('page.sheet.rules')} />
        {isInMatch && (
          <To sheet={{ name: 'records' }} icon="records" text={t('page.sheet.records')} />
        )}
        <To
          sheet={{ name: 'talk' }}
          icon="talk"
          text={unread > 0 ? t('page.menu.talk', { count: unread }) : t('page.sheet.talk')}
          news={unread > 0}
        />
        <To sheet={{ name: 'people' }} icon="people" text={t('page.sheet.people')} />
        <To sheet={{ name: 'invite' }} icon="invite" text={t('page.sheet.invite')} />
        <To sheet={{ name: 'settings' }} icon="settings" text={t('page.sheet.settings')} />
        {hasKeyboard() && <To sheet={{ name: 'keys' }} icon="keys" text={t('page.sheet.keys')} />}
        {isInMatch && isLookingOn && (
          <Button
            onClick={() => {
              bigScreen.set(!bigScreen.value);
              closeSheet();
            }}
          >
            <Drawing name="screen" />
            {bigScreen.value ? t('page.menu.big.hide') : t('page.menu.big.show')}
          </Button>
        )}
        <To sheet={{ name: 'people' }} icon="leave" text={t('page.menu.leave')} />
      </nav>
    </>
  );
}

interface ToProps {
  readonly sheet: Sheet;
  readonly icon: MenuIcon;
  readonly text: string;
  readonly news?: boolean;
}

function To({ sheet, icon, text, news }: ToProps) {
  return (
    <Button onClick={() => openSheet(sheet)}>
      <Drawing name={icon} />
      <span class={news ? 'menu-news' : undefined}>{text}</span>
    </Button>
  );
}
