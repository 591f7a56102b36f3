import type { Arena } from '../../arena/arena.ts';
import { mean, standardDeviation } from '../../statistics/mean.ts';
import { median } from '../../statistics/quantile.ts';
import type { RunRow } from '../runs/run-rows.ts';
import type { ValidatorScoresQuery, ValidatorScoresWire } from '../wire/admin-analytics-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';
import { endedRuns } from './ended-runs.ts';

/** How far a validator's mean may be from the overall mean, in standard deviations of all scores. */
const OUTLIER_DEVIATIONS = 2;
const SLOW_PERCENT = 50;

/** Scores, durations and failures of each validator, compared with all validators. */
export async function validatorScores(
  { database }: Pick<Arena, 'database'>,
  query: ValidatorScoresQuery,
): Promise<ValidatorScoresWire> {
  const runs = await endedRuns(database.reader, query).execute();
  const everybody = scoresOf(runs);
  const overall = { mean: orZero(mean(everybody)), deviation: orZero(standardDeviation(everybody)) };
  const seconds = orZero(mean(secondsOf(runs)));
  const byValidator = [...Map.groupBy(runs, ({ validator_hotkey }) => validator_hotkey)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    validators: byValidator.map(([hotkey, own]) => describe(hotkey, own, overall, seconds)),
    global_avg_score: overall.mean,
    global_stddev: overall.deviation,
    global_avg_execution_seconds: seconds,
  };
}

function describe(
  hotkey: string,
  runs: readonly RunRow[],
  overall: { readonly mean: number; readonly deviation: number },
  averageSeconds: number,
): ValidatorScoresWire['validators'][number] {
  const scores = scoresOf(runs);
  const seconds = secondsOf(runs);
  const count = (status: RunRow['status']) => runs.filter((run) => run.status === status).length;
  const failure = runs.findLast(({ status }) => status !== 'SUCCESS');
  const deviation = scores.length === 0 ? 0 : mean(scores) - overall.mean;
  const slower = averageSeconds === 0 || seconds.length === 0 ? 0 : (mean(seconds) / averageSeconds - 1) * 100;
  return {
    validator_hotkey: hotkey,
    total_runs: scores.length,
    avg_score: orZero(mean(scores)),
    median_score: orZero(median(scores)),
    stddev_score: orZero(standardDeviation(scores)),
    min_score: scores.length === 0 ? 0 : Math.min(...scores),
    max_score: scores.length === 0 ? 0 : Math.max(...scores),
    deviation_from_global: deviation,
    is_outlier: overall.deviation > 0 && Math.abs(deviation) > OUTLIER_DEVIATIONS * overall.deviation,
    avg_execution_seconds: orZero(mean(seconds)),
    median_execution_seconds: orZero(median(seconds)),
    min_execution_seconds: seconds.length === 0 ? 0 : Math.min(...seconds),
    max_execution_seconds: seconds.length === 0 ? 0 : Math.max(...seconds),
    execution_deviation_pct: slower,
    is_slow_outlier: slower >= SLOW_PERCENT,
    success_count: count('SUCCESS'),
    failed_count: count('FAILED'),
    timed_out_count: count('TIMED_OUT'),
    success_rate: count('SUCCESS') / runs.length,
    last_failure_reason: failure?.failure_reason ?? null,
    last_failure_at: toTimestampOrNull(failure?.completed_at ?? null),
  };
}

function scoresOf(runs: readonly RunRow[]): number[] {
  return runs.flatMap(({ score }) => (score === null ? [] : [score]));
}

/** Seconds from claim to completion. */
function secondsOf(runs: readonly RunRow[]): number[] {
  return runs.flatMap(({ claimed_at, completed_at }) =>
    completed_at === null ? [] : [(completed_at - claimed_at) / 1_000],
  );
}

/** Statistics of an empty list are NaN, and the wire format allows only numbers. */
function orZero(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
