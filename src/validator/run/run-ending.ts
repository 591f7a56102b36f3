import type { Deciders } from '../../agency/who-decides.ts';
import { MOST_ERROR_OUTPUTS, type RunCompletion } from '../../arena/wire.ts';
import { aggregate } from '../../verdict/aggregate.ts';
import { capQuality } from '../../verdict/judge.ts';
import { productionStrict } from '../../verdict/rules.ts';
import type { RunFailure } from './failure-of.ts';
import type { Result, RunResults } from './run-results.ts';

export interface SandboxAccount {
  readonly seconds: number;
  /** Error output of the agent in failed attempts, in the order of the problems. */
  readonly errorOutputs: readonly ErrorOutput[];
}

interface ErrorOutput {
  /** The arena's id of the problem. */
  readonly wireId: string;
  readonly text: string;
  readonly exitCode: number | null;
}

/** With fewer judgements than this, failures do not prove an outage. */
const FEWEST_JUDGEMENTS = 3;

/**
 * Ends a run in which every problem has a result: with a score, unless the judges failed. The reasoning grade is capped
 * depending on who decides in the version, if that is known.
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
    const failure = { code: 'INFERENCE_FAILED', owner: 'platform', reason, confirmation: { by: 'judges' } } as const;
    return failedEnding(failure, sandbox);
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

/** Ends a run without a score: the owner of the failure and the reason, worded for the contestant. */
export function failedEnding(
  { code, owner, reason, confirmation }: RunFailure,
  sandbox?: SandboxAccount,
): RunCompletion {
  return {
    terminal_status: 'FAILED',
    failure_reason: reason,
    failure_code: code,
    failure_owner: owner,
    ...(confirmation && { failure_confirmation: confirmation }),
    ...(sandbox !== undefined && { sandbox_metadata: metadata(sandbox) }),
  };
}

function scoredAttempt({ attempt, verdict }: Result, deciders: Deciders | undefined) {
  return {
    problem_id: attempt.problem_id,
    rules: verdict.rules,
    quality: capQuality(verdict.judgement.quality, deciders),
    answered: attempt.blobs.dialogue !== null,
  };
}

const MOST_ERROR_OUTPUT = 500;

/** Other arenas read only the first error output. */
function metadata({ seconds, errorOutputs }: SandboxAccount): RunCompletion['sandbox_metadata'] {
  const error_outputs = errorOutputs.slice(0, MOST_ERROR_OUTPUTS).map(({ wireId, text, exitCode }) => ({
    problem_id: wireId,
    exit_code: exitCode,
    stderr_tail: text.slice(-MOST_ERROR_OUTPUT).toWellFormed(),
  }));
  const [first] = error_outputs;
  return {
    exit_code: first === undefined ? 0 : first.exit_code,
    duration_seconds: Math.round(seconds * 1000) / 1000,
    stderr_tail: first?.stderr_tail ?? null,
    ...(first !== undefined && { error_outputs }),
  };
}
