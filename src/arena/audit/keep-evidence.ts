import type { ArenaSecret } from '../arena-secret.ts';
import type { HeldRun } from '../queue/with-held-run.ts';
import type { ProblemEvidence } from './run-evidence.ts';
import { wantRerun } from './want-rerun.ts';

/**
 * Notes what a scored run was taken with, and decides whether it is audited. The validator has committed itself by then: the
 * draw depends on the event of this very completion and on a secret of the arena's, so that a validator cannot know before sending a
 * score whether it will be looked at.
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
