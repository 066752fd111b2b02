import { useSession } from '../app/context';
import { arrival, forgetTable, goHome } from '../app/return';
import type { Session } from '../session/session';
import { Button } from '../ui';
import { t } from '../words';
import { enter, forgetFailure } from './entering';
import { Page } from './page';

interface End {
  readonly title: () => string;
  /** Instead of the server's sentence. */
  readonly text?: () => string;
  readonly button: () => string;
  /** `table`: the code it was about. */
  readonly act: (session: Session, table: string) => void;
}

const again = (session: Session): void => {
  session.rest();
  forgetFailure();
};
const home = (session: Session): void => {
  again(session);
  goHome();
};
/** The seat is worth nothing any more. */
const forgetSeat = (session: Session): void => {
  forgetTable({ token: session.me.peek()?.token ?? arrival.peek()?.token ?? null });
};
const forgetAndGo = (session: Session): void => {
  forgetSeat(session);
  home(session);
};
const useHere = (session: Session): void => {
  const me = session.me.peek();
  if (me?.token) void enter(session, { type: 'resume', code: me.code, token: me.token });
  else home(session);
};

const toHome = { button: () => t('page.end.home'), act: home };
const toForget = { button: () => t('page.end.home'), act: forgetAndGo };
const toTry = { button: () => t('page.end.again'), act: again };

/** By the server's word for it. What is not here is told in the server's own sentence. */
const ENDS: Readonly<Record<string, End>> = {
  no_room: { title: () => t('page.end.no_room'), ...toHome },
  room_full: {
    title: () => t('page.end.room_full'),
    text: () => t('page.end.room_full.text'),
    button: () => t('page.end.watch'),
    act: (session, code) => void enter(session, { type: 'watch', code }),
  },
  room_locked: { title: () => t('page.end.room_locked'), ...toTry },
  no_watching: { title: () => t('page.end.no_watching'), ...toTry },
  removed: { title: () => t('page.end.removed'), ...toForget },
  closed: { title: () => t('page.end.closed'), ...toForget },
  left: { title: () => t('page.end.left'), ...toForget },
  replaced: {
    title: () => t('page.end.replaced'),
    text: () => t('page.end.replaced.text'),
    button: () => t('page.end.use_here'),
    act: useHere,
  },
  bad_token: {
    title: () => t('page.end.bad_token'),
    text: () => t('page.end.bad_token.text'),
    button: () => t('page.end.as_guest'),
    act: (session) => {
      forgetSeat(session);
      again(session);
    },
  },
  no_new_rooms: { title: () => t('page.end.no_new_rooms'), ...toTry },
  too_many_rooms: { title: () => t('page.end.too_many_rooms'), ...toTry },
  too_fast: { title: () => t('page.end.too_fast'), ...toTry },
  version: {
    title: () => t('page.end.version'),
    text: () => t('page.end.version.text'),
    button: () => t('page.end.reload'),
    act: () => location.reload(),
  },
};

interface Props {
  readonly code: string;
  /** The server's sentence. */
  readonly text: string;
  /** Which table it was about. */
  readonly table: string;
}

/** It does not go on here: one sentence, and one button that leads somewhere. */
export function DeadEnd({ code, text, table }: Props) {
  const session = useSession();
  const end = ENDS[code] ?? { title: () => t('page.end.other'), ...toTry };
  return (
    <Page title={end.title()} lead={end.text?.() ?? text} takesFocus>
      <Button kind="main" wide onClick={() => end.act(session, table)}>
        {end.button()}
      </Button>
    </Page>
  );
}
