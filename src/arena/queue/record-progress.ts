import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import { counted, forCount } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { isProgressPublic } from '../secrecy/disclose.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { ProblemUpdate } from '../wire/work-wire.ts';
import { arrivedUploads } from './arrived-uploads.ts';
import { itemData } from './item-data.ts';
import { itemProblems } from './item-problems.ts';
import type { WorkItem } from './item-runs.ts';
import { mergeResult, type ProblemResult, withLateEvidence, withLogs } from './merge-result.ts';
import { isComplete, isSettledProblem } from './run-status.ts';
import { type HeldRun, whyNotItsValidators, withHeldRun } from './with-held-run.ts';

export interface ProgressAnswer {
  /** Whether any update was accepted. */
  readonly accepted: boolean;
  /** Problems whose log was ignored because no upload for them has arrived under that key. */
  readonly ignoredLogs: readonly string[];
}

/**
 * Records the results of a run so far. Once the run is complete its results are final, and only late logs and evidence
 * may still be added.
 */
export async function recordProgress(
  arena: Arena,
  hotkey: string,
  runId: string,
  updates: readonly ProblemUpdate[],
): Promise<ProgressAnswer> {
  return await withHeldRun(arena, { hotkey, runId, refusal: whyNotItsValidators }, (held) =>
    takeUpdates(held, updates),
  );
}

async function takeUpdates(held: HeldRun, updates: readonly ProblemUpdate[]): Promise<ProgressAnswer> {
  const { transaction, run, item, now } = held;
  const total = await checkProblems(transaction, item, updates);
  const before = await resultsOf(transaction, run.run_id);
  const uploads = await arrivedUploads(transaction, run.run_id);
  const after = new Map(before);
  const ignoredLogs: string[] = [];
  for (const update of updates) {
    const { problem_id, logs_s3_key: key } = update;
    const arrived = key != null && uploads.get(key) === problem_id;
    if (key != null && !arrived) ignoredLogs.push(problem_id);
    const known = after.get(problem_id);
    // A result that was not reported during the run cannot be added after it, not even with a log.
    if (isComplete(run.status) && known === undefined) continue;
    const merged = isComplete(run.status) ? withLateEvidence(known!, update) : mergeResult(known, update);
    after.set(problem_id, withLogs(merged, update, arrived ? key : undefined));
  }
  const changed = [...after.values()].filter((result) => !isDeepStrictEqual(result, before.get(result.problem_id)));
  for (const result of changed) await keepResult(transaction, run.run_id, result, now);
  if (isProgressPublic(item.phase)) {
    if (doneIn(after) !== doneIn(before)) await recordProgressEvent(held, after, total);
    // The results of a closed item are public; before that, only the owner sees changes.
    else if (changed.length > 0 && item.closed_at !== null) await recordRevision(held, changed.length);
  }
  return { accepted: !isComplete(run.status) || changed.length > 0, ignoredLogs };
}

/** The number of problems, if every update is about one of them: a batch with an unknown problem is rejected. */
async function checkProblems(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  updates: readonly ProblemUpdate[],
): Promise<number> {
  const problems = await itemProblems(transaction, item).execute();
  const known = new Set(problems.map(({ problem_id }) => problem_id));
  const strange = updates.find(({ problem_id }) => !known.has(problem_id));
  if (strange !== undefined) {
    throw new Fault('INVALID_PROBLEM_ID', {
      message: `Problem ${strange.problem_id} is not part of this run; the whole update was rejected.`,
      remedy: 'Report only on the problems that the run was given.',
      extra: { problem_id: strange.problem_id },
    });
  }
  if (updates.length > known.size) {
    throw new Fault('INPUT_INVALID', {
      message: `${updates.length} updates are more than the ${known.size} problems of this run.`,
      remedy: 'Send one update for each problem.',
    });
  }
  return known.size;
}

async function resultsOf(transaction: Transaction<ArenaTables>, runId: string): Promise<Map<string, ProblemResult>> {
  const rows = await transaction.selectFrom('problem_results').selectAll().where('run_id', '=', runId).execute();
  return new Map(rows.map(({ run_id: _, updated_at: __, ...result }) => [result.problem_id, result]));
}

async function keepResult(
  transaction: Transaction<ArenaTables>,
  runId: string,
  result: ProblemResult,
  now: number,
): Promise<void> {
  const { problem_id, summary, ...rest } = result;
  const values = { ...rest, summary: summary === null ? null : json(summary), updated_at: now };
  await transaction
    .insertInto('problem_results')
    .values({ run_id: runId, problem_id, ...values })
    .onConflict((conflict) => conflict.columns(['run_id', 'problem_id']).doUpdateSet(values))
    .execute();
}

/** Logs and evidence may arrive after the end of a run. */
async function recordRevision({ transaction, run, item, now }: HeldRun, results: number): Promise<void> {
  await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'run.revised',
    when: now,
    why: `Logs or evidence were added to ${counted(results, 'result')}.`,
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      results,
    },
  });
}

function doneIn(results: ReadonlyMap<string, ProblemResult>): number {
  return [...results.values()].filter(({ status }) => isSettledProblem(status)).length;
}

/**
 * Publishes how many problems are done but not their outcomes, because other validators still run the same problems.
 */
async function recordProgressEvent(
  { transaction, run, item, now }: HeldRun,
  results: ReadonlyMap<string, ProblemResult>,
  total: number,
): Promise<void> {
  const done = doneIn(results);
  await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'run.progress',
    when: now,
    why: `${done} of ${counted(total, 'problem')} ${forCount(done, 'is', 'are')} done.`,
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      done,
      total,
    },
  });
}
