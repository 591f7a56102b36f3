import type { ArenaSecret } from '../arena-secret.ts';
import type { HeldRun } from '../queue/with-held-run.ts';
import type { ProblemEvidence } from './run-evidence.ts';
import { wantRerun } from './want-rerun.ts';

/**
 * Records the evidence that a scored run was accepted with, and decides whether the run is audited. By then the
 * validator is committed: the draw depends on the event of this completion and on the arena's secret, so a validator
 * cannot predict an audit before it sends a score.
 */
export async function keepEvidence(
  held: HeldRun,
  found: readonly ProblemEvidence[],
  secret: ArenaSecret,
  eventHash: string,
): Promise<void> {
  const { transaction, run, policy, now } = held;
  const rows = found.flatMap((each) =>
    each.kind === 'sound'
      ? [
          {
            run_id: run.run_id,
            problem_id: each.problemId,
            attempt_id: each.evidence.attemptId,
            receipt_hash: each.evidence.receipt.hash,
            mark: each.evidence.mark,
          },
        ]
      : [],
  );
  if (rows.length > 0) await transaction.insertInto('run_evidence').values(rows).execute();
  const draw = (purpose: string): number => secret.draw(`${purpose} ${run.run_id} ${eventHash}`);
  if (draw('regrade') < policy.audit.regradeShare) {
    await transaction
      .insertInto('audits')
      .values({
        run_id: run.run_id,
        kind: 'regrade',
        validator_hotkey: run.validator_hotkey,
        chosen_at: now,
        finished_at: null,
        problems: 0,
        differ: 0,
        detail: null,
      })
      .execute();
  }
  if (draw('rerun') < policy.audit.rerunShare) await wantRerun(held);
}
