import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../session/session';

export const SessionContext = createContext<Session | null>(null);

/** The session of this tab. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session');
  return session;
}
