import { appendEvent, type Database, type JsonValue } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { itemData } from './item-data.ts';
import { itemProblems } from './item-problems.ts';
import type { WorkItem } from './item-runs.ts';
import { type HeldRun, withHeldRun } from './with-held-run.ts';

export interface RunProblem {
  readonly problem_id: string;
  readonly suite_id: number;
  /** The full record, including the answers. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
}

/**
 * The problems of a run, only for the validator that holds its lease. For a race, the ledger records that the validator
 * has seen them before they are returned.
 */
export async function runProblems(arena: Arena, hotkey: string, runId: string): Promise<RunProblem[]> {
  const { item } = await withHeldRun(arena, { hotkey, runId }, async (held) => {
    if (held.item.phase === 'RACE') await noteExposure(held);
    return held;
  });
  return await problemsOf(arena.database, item);
}

async function noteExposure({ transaction, run, item, now }: HeldRun): Promise<void> {
  const first = await transaction
    .insertInto('exposures')
    .values({
      race_id: item.race_id,
      agent_version_id: run.agent_version_id,
      validator_hotkey: run.validator_hotkey,
      exposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('exposed_at')
    .executeTakeFirst();
  if (first === undefined) return;
  const data = await itemData(transaction, item);
  await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'problems.exposed',
    when: now,
    why: 'A validator was given the hidden problems of the race, to run this version on them.',
    subject: `race ${data.race_number}`,
    data: { ...data, eval_run_id: run.run_id, validator_hotkey: run.validator_hotkey },
  });
}

async function problemsOf({ reader }: Database<ArenaTables>, item: WorkItem): Promise<RunProblem[]> {
  const problems = await itemProblems(reader, item)
    .select(['problem.source_id', 'problem.record'])
    .orderBy('problem.position')
    // Mixes twins with the other problems instead of listing them last.
    .orderBy('problem.problem_id')
    .execute();
  return problems.map(({ problem_id, source_id, record }) => ({
    problem_id,
    suite_id: item.suite_id,
    // Clients spread the record over the problem, so the id in it must be the one that results are reported under. The
    // bank's id is included so that evidence can be found under it.
    metadata: { ...record, problem_id, source_id },
  }));
}
