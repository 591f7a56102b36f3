import type { Selectable } from 'kysely';
import type { JsonValue } from '../../store/database.ts';
import { cutText } from '../../text/cut-text.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { ProblemUpdate } from '../wire/work-wire.ts';
import { isSettledProblem } from './run-status.ts';

const EVIDENCE_KEY = 'evidence_s3_key';
const MOST_EXPLANATION = 4_000;
const MOST_SUMMARY_FIELDS = 20;
const MOST_FIELD_NAME = 64;

export type ProblemResult = Omit<Selectable<ArenaTables['problem_results']>, 'run_id' | 'updated_at'>;

/**
 * Merges an update into the stored result of a problem. Clients resend everything every few seconds, and requests can
 * arrive out of order: a missing field changes nothing, and a settled problem does not become unsettled.
 */
export function mergeResult(before: ProblemResult | undefined, update: ProblemUpdate): ProblemResult {
  const known = before ?? nothingKnown(update);
  if (isSettledProblem(known.status) && !isSettledProblem(update.status)) return known;
  return {
    ...known,
    status: update.status,
    score: update.score ?? known.score,
    reasoning_score: update.reasoning_score ?? known.reasoning_score,
    summary: summaryOf(update) ?? known.summary,
    inference_failure_count: update.inference_failure_count ?? known.inference_failure_count,
    inference_total: update.inference_total ?? known.inference_total,
    execution_time: update.execution_time ?? known.execution_time,
  };
}

export function withLogs(
  before: ProblemResult | undefined,
  update: ProblemUpdate,
  logsKey: string | undefined,
): ProblemResult {
  const known = before ?? nothingKnown(update);
  return logsKey === undefined ? known : { ...known, logs_key: logsKey };
}

/** After the end of a run only a missing evidence key may be added; everything else stays as reported. */
export function withLateEvidence(known: ProblemResult, { score_components_summary }: ProblemUpdate): ProblemResult {
  const key = score_components_summary?.[EVIDENCE_KEY];
  if (typeof key !== 'string' || known.summary?.[EVIDENCE_KEY] !== undefined) return known;
  return { ...known, summary: { ...known.summary, [EVIDENCE_KEY]: cutText(key, MOST_EXPLANATION) } };
}

function nothingKnown({ problem_id, status }: ProblemUpdate): ProblemResult {
  return {
    problem_id,
    status,
    score: null,
    reasoning_score: null,
    summary: null,
    inference_failure_count: null,
    inference_total: null,
    execution_time: null,
    logs_key: null,
  };
}

/** Keeps only texts, numbers and booleans, in limited number and length. */
function summaryOf({ score_components_summary }: ProblemUpdate): Record<string, JsonValue> | undefined {
  const fields = Object.entries(score_components_summary ?? {}).flatMap(([name, value]): [string, JsonValue][] => {
    const key = cutText(name, MOST_FIELD_NAME);
    if (typeof value === 'string') return [[key, cutText(value, MOST_EXPLANATION)]];
    return typeof value === 'boolean' || Number.isFinite(value) ? [[key, value as boolean | number]] : [];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields.slice(0, MOST_SUMMARY_FIELDS));
}
