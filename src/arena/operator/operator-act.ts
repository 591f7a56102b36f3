import { Fault } from '../../fault/fault.ts';
import { cutText } from '../../text/cut-text.ts';

const MOST_REASON = 1_000;

/** Who changes the work of others, and why. Both are recorded in the ledger. */
export interface OperatorAct {
  readonly who: string;
  readonly reason: string;
}

/** Adds a full stop, so that more text can follow. */
export function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** The reason as it is stored. An action without a reason is rejected: the people it affects have a right to know. */
export function reasonOf({ reason }: OperatorAct): string {
  const kept = cutText(reason.trim(), MOST_REASON);
  if (kept !== '') return kept;
  throw new Fault('INPUT_INVALID', {
    message: 'A reason is missing.',
    remedy: 'Give the reason in a sentence; it is public.',
  });
}
