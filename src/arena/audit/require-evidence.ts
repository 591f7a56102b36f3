import { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { itemData } from '../queue/item-data.ts';
import { itemSize } from '../queue/item-problems.ts';
import { judgeRunCompletion } from '../queue/judge-run-completion.ts';
import { isActive } from '../queue/run-status.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import { type EvidenceFlaw, flawsOfRun } from './check-run-completion.ts';
import { considerTrust } from './consider-trust.ts';
import { copiesIn } from './copied-evidence.ts';
import { type ProblemEvidence, readRunEvidence } from './run-evidence.ts';

export interface CompletingRun {
  readonly hotkey: string;
  readonly runId: string;
}

/** Maximum number of problems that an error message names. */
const MOST_NAMED = 20;

/**
 * Returns the evidence of a scored run. If the policy requires evidence, a score without it, or with evidence of
 * another run, is rejected and the run stays as it was: its validator may upload what is missing while it holds the
 * lease. `null` if no evidence is needed, and for callers that will be rejected for another reason.
 */
export async function requireEvidence(
  arena: Arena,
  { hotkey, runId }: CompletingRun,
  completion: RunCompletion,
): Promise<readonly ProblemEvidence[] | null> {
  if (arena.policy.audit.evidence === 'optional' || completion.terminal_status !== 'SUCCESS') return null;
  const run = await arena.database.reader
    .selectFrom('runs')
    .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
    .select(['runs.validator_hotkey', 'runs.status', 'work_items.work_item_id', 'work_items.set_id'])
    .where('runs.run_id', '=', runId)
    .executeTakeFirst();
  if (run === undefined || run.validator_hotkey !== hotkey || !isActive(run.status)) return null;
  const ending = judgeRunCompletion(completion, await itemSize(arena.database.reader, run));
  if (ending.status !== 'SUCCESS') return null;
  const found = await readRunEvidence(arena, runId, { gradeAgain: false });
  const missing = found.filter(({ kind }) => kind === 'missing').map(({ problemId }) => problemId);
  if (missing.length > 0) throw missingFault(missing, found.length);
  const flaws = [...flawsOfRun(found, ending), ...(await copiesIn(arena.database.reader, runId, found))];
  if (flaws.length === 0) return found;
  if (flaws.some(({ isForged }) => isForged)) await noteForgery(arena, runId, hotkey, found.length, flaws);
  throw refusedFault(flaws);
}

/** The ledger does not contain the reasons, because they may name hidden problems. */
async function noteForgery(
  arena: Arena,
  runId: string,
  hotkey: string,
  problems: number,
  flaws: readonly EvidenceFlaw[],
): Promise<void> {
  const forged = flaws.filter(({ isForged }) => isForged);
  const isNew = await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const noted = await transaction
      .insertInto('audits')
      .values({
        run_id: runId,
        kind: 'evidence',
        validator_hotkey: hotkey,
        chosen_at: now,
        finished_at: now,
        problems,
        differ: forged.length,
        detail: json({ flaws: forged.slice(0, MOST_NAMED).map(({ problemId, reason }) => ({ problemId, reason })) }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('run_id')
      .executeTakeFirst();
    if (noted === undefined) return false;
    const item = await transaction
      .selectFrom('work_items')
      .innerJoin('runs', 'runs.work_item_id', 'work_items.work_item_id')
      .selectAll('work_items')
      .where('runs.run_id', '=', runId)
      .executeTakeFirstOrThrow();
    await appendEvent(transaction, {
      who: 'arena',
      what: 'evidence.refused',
      when: now,
      why: `What the validator uploaded for ${counted(forged.length, 'problem')} is not the evidence of this run.`,
      subject: `run ${runId}`,
      data: {
        ...(await itemData(transaction, item)),
        eval_run_id: runId,
        validator_hotkey: hotkey,
        problems,
        refused: forged.length,
      },
    });
    return true;
  });
  if (isNew) await considerTrust(arena, hotkey);
}

function missingFault(missing: readonly string[], problems: number): Fault {
  return new Fault('EVIDENCE_MISSING', {
    message: `This arena accepts a score only with the evidence of every problem; that of ${missing.length} of ${problems} is missing. The run is still yours.`,
    extra: { problem_ids: missing.slice(0, MOST_NAMED) },
  });
}

function refusedFault(flaws: readonly EvidenceFlaw[]): Fault {
  const { problemId, reason } = flaws[0]!;
  const where = problemId === null ? '' : `Problem ${problemId}: `;
  const more = flaws.length === 1 ? '' : ` (${flaws.length - 1} more)`;
  return new Fault('EVIDENCE_REFUSED', {
    message: `The evidence does not support the score. ${where}${reason}${more} The run is still yours.`,
    extra: { problem_ids: flaws.flatMap((flaw) => flaw.problemId ?? []).slice(0, MOST_NAMED) },
  });
}
