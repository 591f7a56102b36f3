import type { Arena } from '../../arena/arena.ts';
import { wireProblemId } from '../../arena/exam.ts';
import { discloseProblem, readRetired } from '../../arena/secrecy.ts';
import { problemState } from '../attempts/problem-state.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import { runRows } from '../runs/run-rows.ts';
import { ANONYMOUS } from '../viewer.ts';

/** Databases limit the number of parameters. */
const BATCH = 500;

export interface RowOrigin {
  readonly version: {
    readonly agent_version_id: string;
    readonly agent_name: string;
    readonly version_number: number;
    readonly miner_hotkey: string;
  } | null;
  readonly is_attempt_public: boolean;
}

const UNKNOWN: RowOrigin = { version: null, is_attempt_public: false };

/**
 * Categories of problems by their id in the bank, for public suites and retired problems only. Others may still be
 * hidden.
 */
export async function problemCategories(
  { database }: Pick<Arena, 'database'>,
  sourceIds: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const categories: Record<string, string> = {};
  for (let start = 0; start < sourceIds.length; start += BATCH) {
    const some = sourceIds.slice(start, start + BATCH);
    const retired = await readRetired(database.reader, some);
    const found = await database.reader
      .selectFrom('set_problems')
      .leftJoin('suites', 'suites.set_id', 'set_problems.set_id')
      .select(['source_id', 'category', 'suites.is_public'])
      .where('source_id', 'in', some)
      .execute();
    for (const { source_id, category, is_public } of found) {
      if (is_public || retired.has(source_id)) categories[source_id] = category;
    }
  }
  return categories;
}

/**
 * The public origin of a published row: nothing if the run or its problem is not public here. The row itself was
 * published under its contestant's licence; the attempt's page and the code have separate rules.
 */
export async function rowOrigin(
  { database }: Pick<Arena, 'database'>,
  { runId, sourceId }: { readonly runId: string; readonly sourceId: string },
): Promise<RowOrigin> {
  return await database.withSnapshot(async (reader) => {
    const run = await runRows(reader).where('runs.run_id', '=', runId).executeTakeFirst();
    if (run === undefined) return UNKNOWN;
    const { agent_version_id, agent_name, version_number, miner_hotkey } = run;
    const known = await visibleProblems(reader, { agent_version_id, hotkey: miner_hotkey }, {}, ANONYMOUS)
      .where('item.work_item_id', '=', run.work_item_id)
      .where('problem.problem_id', '=', wireProblemId(sourceId))
      .executeTakeFirst();
    if (known === undefined) return UNKNOWN;
    const version = { hotkey: miner_hotkey, released_at: run.released_at };
    const state = problemState(known, version, await readRetired(reader, [sourceId]));
    return {
      version: { agent_version_id, agent_name, version_number, miner_hotkey },
      is_attempt_public: discloseProblem(state, ANONYMOUS).logs,
    };
  });
}
