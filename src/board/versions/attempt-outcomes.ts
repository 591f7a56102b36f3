import type { ArenaQueries } from '../../arena/race.ts';
import { discloseProblem, readRetired } from '../../arena/secrecy.ts';
import { type FaultLocation, faultLocation } from '../../attempt/fault-location.ts';
import { mergeRefusedModelCalls } from '../../attempt/refused-models.ts';
import { problemState } from '../attempts/problem-state.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import type { Viewer } from '../viewer.ts';
import type { AttemptFailureWire, AttemptOutcomesWire } from '../wire/attempt-outcomes-wire.ts';
import { publishedFailure } from './published-failure.ts';

interface Subject {
  readonly agent_version_id: string;
  readonly hotkey: string;
  readonly released_at: number | null;
}

const MOST_FAILURES = 50;
const MOST_OPINIONS = 10;
const LONGEST_TEXT = 600;
const NO_PLACE: FaultLocation = { exception: null, exceptionType: null, line: null };

/**
 * How the attempts of a version ended: failures by code, exception and line, refused model calls, judge's opinions.
 * Texts are included only if the viewer may read the logs; for other visible problems, only the code.
 */
export async function attemptOutcomes(
  reader: ArenaQueries,
  version: Subject,
  viewer: Viewer,
): Promise<AttemptOutcomesWire> {
  const shown = (await shownResults(reader, version, viewer)).filter(
    ({ status }) => status !== 'PENDING' && status !== 'RUNNING',
  );
  const failures = shown.flatMap((result) => failureOf(result) ?? []);
  const readable = shown.filter(({ logs }) => logs);
  return {
    attempts: shown.length,
    failed: failures.length,
    failures: groupFailures(failures),
    refused_model_calls: [...mergeRefusedModelCalls(readable.flatMap(refusalsOf))].slice(0, MOST_OPINIONS),
    judged: opinionsOf(readable),
  };
}

async function shownResults(reader: ArenaQueries, version: Subject, viewer: Viewer) {
  const problems = await visibleProblems(reader, version, {}, viewer).execute();
  const raced = problems.filter(({ phase }) => phase === 'RACE').map(({ source_id }) => source_id);
  const retired = await readRetired(reader, raced);
  const disclosed = new Map(
    problems.map((row) => [
      `${row.work_item_id} ${row.problem_id}`,
      discloseProblem(problemState(row, version, retired), viewer),
    ]),
  );
  const rows = await resultRows(reader, version.agent_version_id).execute();
  return rows.flatMap((row) => {
    const { results, logs } = disclosed.get(`${row.work_item_id} ${row.problem_id}`) ?? { results: 'none' };
    return results === 'each' ? [{ ...row, logs: logs === true }] : [];
  });
}

function resultRows(reader: ArenaQueries, agentVersionId: string) {
  return reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select(['result.run_id', 'result.problem_id', 'result.status', 'result.summary', 'result.reasoning_score'])
    .select(['runs.failure_owner', 'runs.work_item_id', 'item.phase', 'races.race_number'])
    .where('runs.agent_version_id', '=', agentVersionId)
    .where('runs.invalidated_at', 'is', null)
    .orderBy('runs.claimed_at')
    .orderBy('runs.run_id')
    .orderBy('result.problem_id');
}

type ShownResult = Awaited<ReturnType<typeof shownResults>>[number];

interface Failure extends Omit<AttemptFailureWire, 'count'> {
  readonly exceptionType: string | null;
}

function failureOf(result: ShownResult): Failure | null {
  const published = publishedFailure(result);
  if (published === null) return null;
  const { run_id: eval_run_id, problem_id, phase, race_number, summary, logs } = result;
  const text = (name: string) => (logs ? textIn(summary?.[name]) : null);
  const message = text('fault_message');
  const { exception, ...place } = message === null ? NO_PLACE : faultLocation(message);
  return {
    phase,
    race_number,
    ...published,
    // The wrong fields of an answer reveal what was requested, so only viewers that may read the logs see them.
    reason: (published.code === null ? text('failure') : null) ?? published.reason,
    exception: exception === null ? null : exception.slice(0, LONGEST_TEXT).toWellFormed(),
    ...place,
    example: { eval_run_id, problem_id, attempt_id: text('attempt_id') },
  };
}

function groupFailures(failures: readonly Failure[]): AttemptFailureWire[] {
  const groups = Map.groupBy(failures, ({ phase, race_number, code, reason, exceptionType, line }) =>
    JSON.stringify([phase, race_number, code, reason, exceptionType, line]),
  );
  return [...groups.values()]
    .map((each) => {
      const { exceptionType: _, ...first } = each[0]!;
      return { ...first, count: each.length };
    })
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_FAILURES);
}

function refusalsOf({ summary }: ShownResult) {
  const { refused_model_calls: count, refused_models: reason } = summary ?? {};
  const text = textIn(reason);
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 && text !== null
    ? [{ reason: text, count }]
    : [];
}

function opinionsOf(results: readonly ShownResult[]): AttemptOutcomesWire['judged'] {
  const opinions = results.flatMap(({ summary, reasoning_score: quality }) => {
    const reason = textIn(summary?.reasoning_explanation);
    return reason === null ? [] : [{ quality, reason }];
  });
  return [...Map.groupBy(opinions, ({ quality, reason }) => `${quality} ${reason}`).values()]
    .map((each) => ({ ...each[0]!, count: each.length }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_OPINIONS);
}

/** Written by a validator, so its type is not guaranteed. */
function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT).toWellFormed() : null;
}
