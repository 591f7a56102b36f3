import { Fault } from '../../fault/fault.ts';
import type { EvaluationSuite } from '../suites/evaluation-suite.ts';
import { suiteDigest } from '../suites/evaluation-suite.ts';
import { changeOpenings, readOpenings } from './opening-ledger.ts';
import { type OpeningHistory, type OpeningRequest, openingHistory, whyClosed } from './opening-policy.ts';

export interface SealedOpening extends OpeningRequest {
  readonly ledger: string;
  readonly suite: EvaluationSuite;
  readonly runId: string;
  readonly who: string;
  /** Allow model selection on it; recorded permanently. */
  readonly burn: boolean;
  readonly now: () => Date;
}

/** The history of an opening. Throws a fault if the suite may not be opened. Writes nothing. */
export function requireOpenable(opening: SealedOpening): OpeningHistory {
  const records = readOpenings(opening.ledger);
  const closed = whyClosed(records, opening);
  if (closed !== null && !opening.burn) {
    throw new Fault('PROBLEM_SEALED', {
      message: `${opening.suite.name} is held out, and ${closed}.`,
      remedy:
        'Choose on a dev suite, or register a plan that names the checkpoints before the first opening. --allow-heldout-selection opens it anyway; every later report then says that the suite was used for selection.',
    });
  }
  const history = openingHistory(records, opening);
  return { ...history, burned: history.burned || closed !== null };
}

/** Records the opening in the ledger before the first problem is sent. A resumed run counts as one opening. */
export async function recordOpening(opening: SealedOpening): Promise<void> {
  const { suite, runId: run_id, who, line, checkpoint, plan } = opening;
  const digest = suiteDigest(suite.problems);
  await changeOpenings(opening.ledger, opening.now, (records) => {
    if (records.some((record) => record.kind === 'opened' && record.run_id === run_id)) return [];
    const closed = whyClosed(records, opening);
    // Another process may have opened it in the meantime.
    if (closed !== null && !opening.burn) requireOpenable(opening);
    const named = { suite: digest, name: suite.name, run_id, who };
    return [
      ...(closed === null ? [] : [{ kind: 'burned' as const, ...named, line }]),
      {
        kind: 'opened',
        ...named,
        problem_ids: opening.problemIds,
        line,
        checkpoint,
        plan: plan?.hash ?? null,
      },
    ];
  });
}
