import type { Arena } from '../../arena/arena.ts';
import { discloseProblem, readRetired } from '../../arena/secrecy.ts';
import { Fault } from '../../fault/fault.ts';
import { runRows } from '../runs/run-rows.ts';
import type { Viewer } from '../viewer.ts';
import type { RunProblemsWire } from '../wire/problem-page-wire.ts';
import { problemState } from './problem-state.ts';
import { visibleProblems } from './visible-problems.ts';

/** The problems of a run that the viewer may see, in the order of the run. */
export async function problemsOfRun(
  { database }: Pick<Arena, 'database'>,
  runId: string,
  viewer: Viewer,
): Promise<RunProblemsWire> {
  return await database.withSnapshot(async (reader) => {
    const run = await runRows(reader).where('runs.run_id', '=', runId).executeTakeFirst();
    if (run === undefined) throw new Fault('EVAL_RUN_NOT_FOUND', { message: `There is no evaluation run ${runId}.` });
    const subject = { agent_version_id: run.agent_version_id, hotkey: run.miner_hotkey };
    const rows = await visibleProblems(reader, subject, {}, viewer)
      .where('item.work_item_id', '=', run.work_item_id)
      .select('problem.difficulty')
      .orderBy('problem.position')
      .execute();
    const retired = await readRetired(
      reader,
      rows.map(({ source_id }) => source_id),
    );
    const results = await reader
      .selectFrom('problem_results')
      .select(['problem_id', 'status', 'score'])
      .where('run_id', '=', runId)
      .execute();
    const byProblem = new Map(results.map((result) => [result.problem_id, result]));
    const version = { hotkey: run.miner_hotkey, released_at: run.released_at };
    return {
      eval_run_id: run.run_id,
      problems: rows.map((row) => {
        const isShown = discloseProblem(problemState(row, version, retired), viewer).results === 'each';
        const result = isShown ? byProblem.get(row.problem_id) : undefined;
        return {
          problem_id: row.problem_id,
          category: row.category,
          difficulty: row.difficulty,
          status: result?.status ?? null,
          score: result?.score ?? null,
        };
      }),
    };
  });
}
