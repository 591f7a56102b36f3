import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { discloseProblem, publicComponents, readRetired } from '../../arena/secrecy.ts';
import type { Phase } from '../../arena/tables.ts';
import type { JsonValue } from '../../store/database.ts';
import { episodeId } from '../attempts/episode-id.ts';
import { problemState } from '../attempts/problem-state.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import { readPage } from '../paging/read-page.ts';
import type { Viewer } from '../viewer.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { ValidatorResultWire, VersionProblemsQuery, VersionProblemsWire } from '../wire/version-problems-wire.ts';
import { findVersionSummary } from './find-version.ts';
import { publishedFailure } from './published-failure.ts';

/** Results by problem and validator. Race problems that are not retired have none; their totals are in the runs. */
export async function versionProblems(
  { database }: Pick<Arena, 'database'>,
  agentVersionId: string,
  query: VersionProblemsQuery,
  viewer: Viewer,
): Promise<VersionProblemsWire> {
  return await database.withSnapshot(async (reader) => {
    const { version, suiteId } = await findVersionSummary(reader, agentVersionId);
    const list = visibleProblems(reader, version, query, viewer)
      .orderBy('item.phase')
      .orderBy('races.race_number', (order) => order.asc().nullsFirst())
      .orderBy('item.suite_id')
      .orderBy('problem.position')
      .orderBy('item.work_item_id');
    const { rows, ...page } = await readPage(list, query);
    const retired = await readRetired(reader, raceProblemsIn(rows));
    const results = await resultsOf(reader, [...new Set(rows.map(({ work_item_id }) => work_item_id))]);
    return {
      agent_version_id: agentVersionId,
      suite_id: suiteId,
      ...page,
      problems: rows.map((row) => {
        const disclosed = discloseProblem(problemState(row, version, retired), viewer);
        const found = disclosed.results === 'each' ? results.get(`${row.work_item_id} ${row.problem_id}`) : undefined;
        return {
          problem_id: row.problem_id,
          category: row.category,
          phase: row.phase,
          race_id: row.race_id,
          results_shown: disclosed.results,
          validator_results: (found ?? []).map((result) => resultToWire(result, row, disclosed.logs)),
        };
      }),
    };
  });
}

function raceProblemsIn(rows: readonly { readonly phase: Phase; readonly source_id: string }[]): string[] {
  return rows.filter(({ phase }) => phase === 'RACE').map(({ source_id }) => source_id);
}

async function resultsOf(reader: ArenaQueries, itemIds: readonly string[]): Promise<ReadonlyMap<string, ResultRow[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await resultRows(reader, itemIds).execute();
  return Map.groupBy(rows, ({ work_item_id, problem_id }) => `${work_item_id} ${problem_id}`);
}

function resultRows(reader: ArenaQueries, itemIds: readonly string[]) {
  return reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .selectAll('result')
    .select(['runs.work_item_id', 'runs.validator_hotkey', 'runs.is_included', 'runs.failure_owner'])
    .where('runs.work_item_id', 'in', itemIds)
    .orderBy('runs.claimed_at')
    .orderBy('runs.run_id');
}

type ResultRow = Awaited<ReturnType<ReturnType<typeof resultRows>['executeTakeFirstOrThrow']>>;

function resultToWire(
  row: ResultRow,
  { phase, position }: { readonly phase: Phase; readonly position: number },
  withWords: boolean,
): ValidatorResultWire {
  const summary: Readonly<Record<string, JsonValue>> | null = row.summary;
  return {
    eval_run_id: row.run_id,
    episode_result_id: episodeId(row.run_id, position),
    validator_hotkey: row.validator_hotkey,
    is_included: row.is_included,
    status: row.status,
    score: row.score,
    score_components: (withWords
      ? summary
      : publicComponents(summary, 'all')) as ValidatorResultWire['score_components'],
    reasoning_score: row.reasoning_score,
    failure: publishedFailure({ status: row.status, summary, phase, failure_owner: row.failure_owner }),
    updated_at: toTimestamp(row.updated_at),
    inference_failure_count: row.inference_failure_count,
    inference_total: row.inference_total,
    execution_time: row.execution_time,
  };
}
