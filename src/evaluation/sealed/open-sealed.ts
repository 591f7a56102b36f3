import { Fault } from '../../fault/fault.ts';
import type { EvaluationSuite } from '../suites/evaluation-suite.ts';
import { suiteDigest } from '../suites/evaluation-suite.ts';
import { changeOpenings, readOpenings } from './opening-ledger.ts';
import { type OpeningHistory, type OpeningRequest, openingHistory, whyClosed } from './opening-policy.ts';

export interface SealedLook extends OpeningRequest {
  readonly ledger: string;
  readonly suite: EvaluationSuite;
  readonly runId: string;
  readonly who: string;
  /** Choose on it all the same, and say so for ever. */
  readonly burn: boolean;
  readonly now: () => Date;
}

/** What there is to know before a look, or a fault when the suite stays closed to it. Writes nothing. */
export function requireOpenable(look: SealedLook): OpeningHistory {
  const records = readOpenings(look.ledger);
  const closed = whyClosed(records, look);
  if (closed !== null && !look.burn) {
    throw new Fault('PROBLEM_SEALED', {
      message: `${look.suite.name} is held out, and ${closed}.`,
      remedy:
        'Choose on a dev suite, or register a plan that names the checkpoints before the first look. With --allow-heldout-selection it is opened all the same, and every later report says that it was chosen on.',
    });
  }
  const history = openingHistory(records, look);
  return { ...history, burned: history.burned || closed !== null };
}

/** Enters the look in the ledger before the first problem is sent; a run that is taken up again is one look. */
export async function recordLook(look: SealedLook): Promise<void> {
  const { suite, runId: run_id, who, line, checkpoint, plan } = look;
  const digest = suiteDigest(suite.problems);
  await changeOpenings(look.ledger, look.now, (records) => {
    if (records.some((record) => record.kind === 'opened' && record.run_id === run_id)) return [];
    const closed = whyClosed(records, look);
    // Somebody else may have looked in the meantime.
    if (closed !== null && !look.burn) requireOpenable(look);
    const named = { suite: digest, name: suite.name, run_id, who };
    return [
      ...(closed === null ? [] : [{ kind: 'burned' as const, ...named, line }]),
      {
        kind: 'opened',
        ...named,
        problem_ids: look.problemIds,
        line,
        checkpoint,
        plan: plan?.hash ?? null,
      },
    ];
  });
}
