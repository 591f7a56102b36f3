import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { discloseProblem, readOutOfUse, readRetired } from '../../arena/secrecy.ts';
import { Fault } from '../../fault/fault.ts';
import { publishedFailure } from '../versions/published-failure.ts';
import type { Viewer } from '../viewer.ts';
import type { ProblemAttemptWire, ProblemPageQuery, ProblemPageWire } from '../wire/problem-page-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { attemptProblem } from './attempt-problem.ts';
import { isRaceRevealed, problemRows } from './problem-rows.ts';
import { problemState } from './problem-state.ts';

/** One problem: its visible content, where it was used, and which versions solved it. */
export async function problemPage(
  { database }: Pick<Arena, 'database'>,
  problemId: string,
  query: ProblemPageQuery,
  viewer: Viewer,
): Promise<ProblemPageWire> {
  return await database.withSnapshot(async (reader) => {
    const record = await reader
      .selectFrom('set_problems')
      .leftJoin('suites', (join) =>
        join.onRef('suites.set_id', '=', 'set_problems.set_id').on('suites.is_public', '=', true),
      )
      .select(['source_id', 'category', 'difficulty', 'record'])
      .where('problem_id', '=', problemId)
      // Prefers the record of a public suite: an operator may have given the same id to another record elsewhere.
      .orderBy('suites.suite_id', (order) => order.asc().nullsLast())
      .limit(1)
      .executeTakeFirst();
    // The same answer whether the problem is hidden or does not exist. It does not repeat the id.
    if (record === undefined) throw notKnown();
    const retired = await readRetired(reader, [record.source_id]);
    const outOfUse = await readOutOfUse(reader, [...retired]);
    const suites = await suitesWith(reader, problemId, viewer);
    const races = await racesWith(reader, problemId, viewer);
    const setIds = await setsWith(reader, problemId);
    const attempts = attemptsAt(reader, { problemId, setIds, viewer, isRetired: retired.size > 0 });
    const { total, ...versions } = await countAttempts(attempts);
    if (suites.length === 0 && races.length === 0 && total === 0) throw notKnown();
    const rows = await readAttempts(reader, problemId, await runsOnPage(attempts, query));
    const isPublic = viewer.isAdmin || suites.some(({ is_public }) => is_public);
    const answerKey = viewer.isAdmin || (isPublic && outOfUse.has(record.source_id));
    return {
      problem_id: problemId,
      problem: attemptProblem(record, { query: isPublic, answerKey }),
      exposure: {
        suites: suites.map(({ suite_id, name, is_active, activated_at }) => ({
          suite_id,
          name,
          is_active: Boolean(is_active),
          activated_at: toTimestampOrNull(activated_at),
        })),
        races: races.map((race) => ({ ...race, completed_at: toTimestampOrNull(race.completed_at) })),
        retired: await retirementOf(reader, record.source_id),
      },
      versions,
      total,
      limit: query.limit,
      offset: query.offset,
      attempts: rows.flatMap((row) => attemptToWire(row, retired, viewer)),
    };
  });
}

function notKnown(): Fault {
  return new Fault('PROBLEM_NOT_FOUND', { message: 'There is no such problem, or it is not public.' });
}

function suitesWith(reader: ArenaQueries, problemId: string, viewer: Viewer) {
  const suites = reader
    .selectFrom('suites')
    .innerJoin('set_problems as problem', 'problem.set_id', 'suites.set_id')
    .select(['suites.suite_id', 'suites.name', 'suites.is_active', 'suites.is_public', 'suites.activated_at'])
    .where('problem.problem_id', '=', problemId)
    .orderBy('suites.suite_id');
  return (viewer.isAdmin ? suites : suites.where('suites.is_public', '=', true)).execute();
}

function racesWith(reader: ArenaQueries, problemId: string, viewer: Viewer) {
  const races = reader
    .selectFrom('races')
    .innerJoin('set_problems as problem', 'problem.set_id', 'races.set_id')
    .select(['races.race_id', 'races.race_number', 'races.completed_at'])
    .where('problem.problem_id', '=', problemId)
    .orderBy('races.race_number');
  return (viewer.isAdmin ? races : races.where(isRaceRevealed())).execute();
}

async function setsWith(reader: ArenaQueries, problemId: string): Promise<string[]> {
  const sets = await reader.selectFrom('set_problems').select('set_id').where('problem_id', '=', problemId).execute();
  return sets.map(({ set_id }) => set_id);
}

interface Sight {
  readonly problemId: string;
  /** The sets that contain the problem. Results of a twin belong to runs on other sets, and are not shown. */
  readonly setIds: readonly string[];
  readonly viewer: Viewer;
  /** Whether the problem is retired. Until then, results of single race problems are not shown. */
  readonly isRetired: boolean;
}

/**
 * Attempts with a result that the viewer may see: the rules of `discloseProblem` in SQL, for paging. A problem of a
 * public suite has thousands of attempts, so this joins only the tables that these rules need.
 */
function attemptsAt(reader: ArenaQueries, { problemId, setIds, viewer, isRetired }: Sight) {
  const attempts = reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('suites', 'suites.suite_id', 'item.suite_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .where('result.problem_id', '=', problemId)
    // A list, not a join: PostgreSQL would estimate the join at a few rows and look up each attempt separately.
    .where('item.set_id', 'in', setIds);
  if (viewer.isAdmin) return attempts;
  const { hotkey } = viewer;
  return attempts.where(({ eb, and, or, lit, selectFrom }) => {
    const own = selectFrom('agent_versions').select('agent_version_id').where('hotkey', '=', hotkey);
    const isOwn = hotkey === null ? lit(false) : eb('runs.agent_version_id', 'in', own);
    return or([
      and([
        eb('item.phase', '=', 'QUALIFYING'),
        or([isOwn, and([eb('suites.is_public', '=', true), eb('item.closed_at', 'is not', null)])]),
      ]),
      and([eb('item.phase', '=', 'RACE'), lit(isRetired), isRaceRevealed()]),
    ]);
  });
}

type Attempts = ReturnType<typeof attemptsAt>;

/** All counts in one query: each separate count would read the attempts again. */
async function countAttempts(attempts: Attempts) {
  return await attempts
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>('runs.agent_version_id').distinct().filterWhere('runs.is_included', '=', true).as('tried'),
      fn
        .count<number>('runs.agent_version_id')
        .distinct()
        .filterWhere('runs.is_included', '=', true)
        .filterWhere('result.status', '=', 'SUCCESS')
        .as('solved'),
    ])
    .executeTakeFirstOrThrow();
}

/** The runs of one page: successes first, then the newest. */
async function runsOnPage(attempts: Attempts, { limit, offset }: ProblemPageQuery): Promise<string[]> {
  const rows = await attempts
    .select('runs.run_id')
    .orderBy(({ eb }) => eb.case().when('result.status', '=', 'SUCCESS').then(0).else(1).end())
    .orderBy('runs.claimed_at', 'desc')
    .orderBy('runs.run_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/** What the page shows of each run's attempt at the problem, in the given order. */
async function readAttempts(reader: ArenaQueries, problemId: string, runIds: readonly string[]) {
  if (runIds.length === 0) return [];
  const rows = await problemRows(reader)
    .innerJoin('runs', 'runs.work_item_id', 'item.work_item_id')
    .innerJoin('problem_results as result', (join) =>
      join.onRef('result.run_id', '=', 'runs.run_id').onRef('result.problem_id', '=', 'problem.problem_id'),
    )
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select([
      'races.race_number',
      'runs.run_id',
      'runs.agent_version_id',
      'runs.validator_hotkey',
      'runs.is_included',
      'runs.failure_owner',
      'runs.completed_at',
      'version.hotkey',
      'version.version_number',
      'version.released_at',
      'agents.name as agent_name',
      'result.status',
      'result.score',
      'result.summary',
      'result.reasoning_score',
      'result.execution_time',
    ])
    .where('problem.problem_id', '=', problemId)
    .where('runs.run_id', 'in', runIds)
    .execute();
  const found = new Map(rows.map((row) => [row.run_id, row]));
  return runIds.map((runId) => found.get(runId)!);
}

type AttemptRow = Awaited<ReturnType<typeof readAttempts>>[number];

/** Checks the policy again, so the query may return more than the policy allows. */
function attemptToWire(row: AttemptRow, retired: ReadonlySet<string>, viewer: Viewer): ProblemAttemptWire[] {
  const { results, logs } = discloseProblem(problemState(row, row, retired), viewer);
  if (results !== 'each') return [];
  return [
    {
      eval_run_id: row.run_id,
      agent_version_id: row.agent_version_id,
      agent_name: row.agent_name,
      version_number: row.version_number,
      miner_hotkey: row.hotkey,
      validator_hotkey: row.validator_hotkey,
      phase: row.phase,
      race_id: row.race_id,
      race_number: row.race_number,
      is_included: Boolean(row.is_included),
      status: row.status,
      failure: publishedFailure(row),
      score: row.score,
      reasoning_score: row.reasoning_score,
      execution_time: row.execution_time,
      completed_at: toTimestampOrNull(row.completed_at),
      are_logs_shown: logs,
    },
  ];
}

/** As recorded in the public ledger. */
async function retirementOf(reader: ArenaQueries, sourceId: string): Promise<ProblemPageWire['exposure']['retired']> {
  const event = await reader
    .selectFrom('events')
    .select(['happened_at', 'why'])
    .where('subject', '=', `problem ${sourceId}`)
    .where('what', '=', 'problem.retired')
    .orderBy('happened_at')
    .limit(1)
    .executeTakeFirst();
  return event === undefined ? null : { at: toTimestamp(event.happened_at), reason: event.why };
}
