import type { Deciders } from '../../agency/who-decides.ts';
import type { RunCompletion } from '../../arena/wire.ts';
import { aggregate } from '../../verdict/aggregate.ts';
import { mostByDecider } from '../../verdict/judge.ts';
import { productionStrict } from '../../verdict/rules.ts';
import type { RunFailure } from './failure-of.ts';
import type { Result, RunResults } from './run-results.ts';

export interface SandboxAccount {
  readonly seconds: number;
  /** The end of what the agent printed as errors where it failed. */
  readonly errorOutput: string | null;
  readonly exitCode: number | null;
}

/** Fewer judgements than these prove no outage. */
const FEWEST_JUDGEMENTS = 3;

/**
 * How a run ends of which every problem has its result: with a score, unless the judges were out of order. What the
 * judge gave for reasoning is capped by who decides in the version, as far as that is known.
 */
export function scoredEnding(results: RunResults, sandbox: SandboxAccount, deciders?: Deciders): RunCompletion {
  const all = results.results;
  const total = all.length;
  const failed = all.filter(({ verdict }) => verdict.judgement.quality === null).length;
  const rates = aggregate(
    all.map((result) => scoredAttempt(result, deciders)),
    results.problems,
    productionStrict(),
  );
  const { score, reasoning_quality, reasoning_coefficient } = rates;
  const outage = total >= FEWEST_JUDGEMENTS && failed > total / 2;
  if (outage || score === null || reasoning_quality === null || reasoning_coefficient === null) {
    const reason = `Reasoning judge infrastructure failure (${failed}/${total} calls failed)`;
    return failedEnding({ code: 'INFERENCE_FAILED', owner: 'platform', reason }, sandbox);
  }
  return {
    terminal_status: 'SUCCESS',
    validator_score: score,
    score_components: {
      ground_truth_rate: rates.ground_truth_rate,
      success_rate: rates.success_rate,
      format_score: rates.format_score,
      field_matching: rates.field_matching,
      total_problems: rates.total_problems,
      successful_problems: rates.successful_problems,
      scored_problems: rates.scored_problems,
      reasoning_quality,
      reasoning_coefficient,
      judge_inference_failed: failed,
      judge_inference_total: total,
    },
    sandbox_metadata: metadata(sandbox),
  };
}

/** How a run ends without a score: whose fault that is, and why, in words for the contestant. */
export function failedEnding({ owner, reason }: RunFailure, sandbox?: SandboxAccount): RunCompletion {
  return {
    terminal_status: 'FAILED',
    failure_reason: reason,
    failure_owner: owner,
    ...(sandbox !== undefined && { sandbox_metadata: metadata(sandbox) }),
  };
}

function scoredAttempt({ attempt, verdict }: Result, deciders: Deciders | undefined) {
  const { quality } = verdict.judgement;
  return {
    problem_id: attempt.problem_id,
    rules: verdict.rules,
    quality: quality === null || deciders === undefined ? quality : Math.min(quality, mostByDecider(deciders)),
    answered: attempt.blobs.dialogue !== null,
  };
}

const MOST_ERROR_OUTPUT = 500;

function metadata({ seconds, errorOutput, exitCode }: SandboxAccount): RunCompletion['sandbox_metadata'] {
  return {
    exit_code: exitCode,
    duration_seconds: Math.round(seconds * 1000) / 1000,
    stderr_tail: errorOutput === null ? null : errorOutput.slice(-MOST_ERROR_OUTPUT).toWellFormed(),
  };
}
