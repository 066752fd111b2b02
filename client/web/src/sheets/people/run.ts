import type { Command } from '../../session/session';

/** Sends a command; its refusal is told at the top of the sheet. */
export type Run = (command: Command, then?: () => void) => Promise<void>;
