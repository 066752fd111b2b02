/**
 * Taking back, giving back and playing again, as far as the asker is concerned. The menu uses these
 * too; what the server says to them is shown on the table.
 */
import { signal } from '@preact/signals';
import { follow } from '../app/moments';
import type { Session } from '../session/session';
import { refusal } from './desk';
import type { Sentence } from './intent';

export type Takeback = 'undo' | 'redo' | 'restart';

/** What the table shall say, from outside of it. */
export const toldToTable = signal<Sentence | null>(null);

/** Whether there is anything to ask for. */
export function mayAsk(session: Session, what: Takeback): boolean {
  const view = session.view.value;
  return (view?.you?.[what] ?? false) && view?.table.proposal === null;
}

/**
 * Ask for it: carried out at once among computers, else a question to the others. Gives whether the
 * server took it; a refusal is said on the table.
 */
export async function askTakeback(session: Session, what: Takeback): Promise<boolean> {
  const turn = session.view.value?.table.turn ?? 0;
  const refused = refusal(await session.send({ type: what, turn }));
  toldToTable.value = refused;
  return refused === null;
}

/** Say yes or no to the open question, or take my own back. */
export async function answerTakeback(
  session: Session,
  reply: 'yes' | 'no' | 'withdraw',
): Promise<void> {
  const proposal = session.view.value?.table.proposal?.number;
  if (proposal === undefined) return;
  const answer = await session.send(
    reply === 'withdraw'
      ? { type: 'withdraw', proposal }
      : { type: 'answer', proposal, yes: reply === 'yes' },
  );
  toldToTable.value = refusal(answer);
}

/**
 * Say on the table how my own question ended, unless by what the others agreed to: also when it was
 * lost with the server, which remembers none. Until what this returns is called.
 */
export function tellOutcome(session: Session): () => void {
  return follow(session, (events, now) => {
    for (const event of events) {
      if (event.kind !== 'proposal_over' || event.person !== now.person) continue;
      const key = `event.proposal.${event.how}`;
      if (event.how !== 'agreed') toldToTable.value = { key, facts: {}, spoken: true };
    }
  });
}
