import { Fault } from '../../fault/fault.ts';
import { type FaultCode, isFaultCode } from '../../fault/fault-table.ts';
import { cutText } from '../../text/cut-text.ts';
import { DEFAULT_COEFFICIENT_RANGE, finalScore } from '../../verdict/aggregate.ts';
import type { FailureConfirmation, RunCompletion } from '../wire/work-wire.ts';
import type { Run } from './item-runs.ts';

/** Rounding error of four decimal digits, plus a little for floating point. */
const TOLERANCE = 1e-4 + 1e-9;
/** Fewer judge calls do not prove an outage. */
const FEWEST_JUDGE_CALLS = 3;
const MOST_REASON = 1_000;

/** How a completed run is stored. */
export type RunEnding =
  | { readonly status: 'SUCCESS'; readonly score: number; readonly components: Readonly<Record<string, number>> }
  | {
      readonly status: 'FAILED' | 'TIMED_OUT';
      readonly owner: NonNullable<Run['failure_owner']>;
      readonly reason: string;
      readonly code?: FaultCode;
      /** Every platform failure has one. */
      readonly confirmation?: FailureConfirmation;
      readonly components?: Readonly<Record<string, number>>;
    };

/**
 * The ending of a run on `problems` problems, from its completion. A score that does not follow from its own components
 * is rejected. If the judges failed, the agent was not judged, which differs from bad reasoning.
 */
export function judgeRunCompletion(completion: RunCompletion, problems: number): RunEnding {
  const {
    terminal_status: status,
    validator_score: score,
    failure_reason,
    failure_owner,
    failure_confirmation,
    failure_code,
  } = completion;
  const components = componentsOf(completion);
  if (status !== 'SUCCESS') {
    const reason = failure_reason == null || failure_reason === '' ? 'No reason was given.' : failure_reason;
    const confirmation = failure_confirmation ?? undefined;
    // Only platform failures refund a cooldown, so the validator's word alone is not enough.
    const isUnconfirmed = failure_owner === 'platform' && confirmation === undefined;
    const owner = isUnconfirmed ? 'validator' : (failure_owner ?? 'validator');
    return {
      status,
      owner,
      reason: cutText(reason, MOST_REASON),
      ...(isFaultCode(failure_code) && { code: failure_code }),
      ...(owner === 'platform' && confirmation && { confirmation }),
    };
  }
  if (score == null || components === undefined) {
    throw new Fault('MISSING_SCORE', {
      message: `A run that succeeded has a score and its components; ${score == null ? 'validator_score' : 'score_components'} is missing.`,
      remedy: 'Send both, or complete the run as FAILED.',
    });
  }
  const expected = checkComponents(score, components, problems);
  const { judge_inference_failed: failed = 0, judge_inference_total: total = 0 } = components;
  if (total >= FEWEST_JUDGE_CALLS && failed > total / 2) {
    const reason = `Reasoning judge infrastructure failure (${failed}/${total} calls failed)`;
    return {
      status: 'FAILED',
      owner: 'platform',
      code: 'INFERENCE_FAILED',
      reason,
      confirmation: { by: 'judges' },
      components,
    };
  }
  return { status, score: expected, components };
}

/** The score computed from its components. The arena rounds the last digit itself, because it may decide a race. */
function checkComponents(score: number, components: Readonly<Record<string, number>>, problems: number): number {
  const { total_problems: total, successful_problems: successful, success_rate: rate } = components;
  const coefficient = components.reasoning_coefficient;
  if (total === undefined || successful === undefined || rate === undefined || coefficient === undefined) {
    throw inconsistent(
      'total_problems, successful_problems, success_rate and reasoning_coefficient make up a score, and one of them is missing',
    );
  }
  if (total !== problems) throw inconsistent(`total_problems is ${total} where the run has ${problems} problems`);
  if (!Number.isInteger(successful) || successful < 0 || successful > total) {
    throw inconsistent(`successful_problems is ${successful} of ${total}`);
  }
  if (Math.abs(rate - successful / total) > TOLERANCE) {
    throw inconsistent(`success_rate is ${rate} where ${successful} of ${total} problems were solved`);
  }
  if (coefficient < DEFAULT_COEFFICIENT_RANGE.floor - TOLERANCE || coefficient > 1) {
    throw inconsistent(
      `reasoning_coefficient is ${coefficient}, which is not between ${DEFAULT_COEFFICIENT_RANGE.floor} and 1`,
    );
  }
  const expected = finalScore(successful / total, coefficient);
  if (Math.abs(score - expected) > TOLERANCE) {
    throw inconsistent(`validator_score is ${score} where success_rate and reasoning_coefficient give ${expected}`);
  }
  return expected;
}

function componentsOf({ score_components }: RunCompletion): Readonly<Record<string, number>> | undefined {
  if (score_components == null) return undefined;
  const known = Object.entries(score_components).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return Object.fromEntries(known);
}

function inconsistent(what: string): Fault {
  return new Fault('SCORE_INCONSISTENT', {
    message: `The score does not follow from its components: ${what}. The run is still yours.`,
    remedy: 'Send score and components of the same run, computed as the arena does.',
  });
}
