import type { ProblemUpdate } from '../../arena/wire.ts';
import type { Problem } from '../../problems/problem.ts';
import { cutText } from '../../text/cut-text.ts';
import { whyFailed } from '../../verdict/why-failed.ts';
import type { Result, RunResults, UploadedKeys } from './run-results.ts';

/** Bytes per report for texts of agents and models. The arena reads 4 MiB, and the rest of a report is short. */
const TEXT_BYTES = 3 * 1024 ** 2;
const TEXTS_OF_A_PROBLEM = 4;
/** Maximum number of bytes of one character in JSON. */
const ESCAPED_BYTES = 6;
const LONGEST_TEXT = 4_000;

/** Progress of every problem that has been started. */
export function progressOf(results: RunResults): ProblemUpdate[] {
  return results.problems.flatMap((problem) => {
    const result = results.of(problem.id);
    const problem_id = results.wireId(problem.id);
    if (result !== undefined) return [{ problem_id, ...settled(problem, result, results) }];
    return results.isRunning(problem.id) ? [{ problem_id, status: 'RUNNING' as const }] : [];
  });
}

/**
 * For a run that ends without a score: problems without a result are not the agent's failure and are marked as skipped.
 */
export function finalProgressOf(results: RunResults): ProblemUpdate[] {
  const skipped = results.unscored.map(({ id }) => ({ problem_id: results.wireId(id), status: 'SKIPPED' as const }));
  const known = progressOf(results).filter(({ status }) => status !== 'RUNNING');
  return [...known, ...skipped];
}

function settled(problem: Problem, result: Result, results: RunResults): Omit<ProblemUpdate, 'problem_id'> {
  const { attempt, verdict, inferenceFailures } = result;
  const keys = results.keysOf(attempt.attempt_id);
  const calls = attempt.usage.calls.inference;
  return {
    status: statusOf(result),
    score: verdict.rules.success ? 1 : 0,
    reasoning_score: verdict.judgement.quality,
    score_components_summary: summaryOf(problem, result, keys, longestText(results.problems.length)),
    inference_failure_count: calls === 0 ? null : inferenceFailures,
    inference_total: calls === 0 ? null : calls,
    execution_time: attempt.usage.wall_ms / 1000,
    ...(keys?.logsKey != null && { logs_s3_key: keys.logsKey }),
  };
}

function statusOf({ attempt, verdict }: Result): ProblemUpdate['status'] {
  if (verdict.rules.success) return 'SUCCESS';
  return attempt.fault?.code === 'AGENT_OUT_OF_TIME' ? 'TIMED_OUT' : 'FAILED';
}

/**
 * Only numbers and strings, because the API stores nothing else. The receipt's hash links all of it to the evidence.
 * Text that an agent may have written is shortened and made storable: the arena rejects a report that is too long or
 * contains a NUL, and an agent could otherwise end its run as the platform's failure.
 */
function summaryOf(
  problem: Problem,
  { attempt, verdict, receiptHash, refusedModels }: Result,
  keys: UploadedKeys | undefined,
  longest: number,
): Record<string, string | number> {
  const { rules, judgement } = verdict;
  const reason = whyFailed(problem, attempt.fault, rules);
  return {
    reasoning_explanation: cutText(judgement.explanation, longest),
    reasoning_model: judgement.models.join(', ') || judgement.judge,
    judge: `${judgement.judge} ${judgement.judge_version}`,
    rule_set: `${rules.rule_set} ${rules.rule_set_version}`,
    ground_truth: rules.scores.gt,
    rule: rules.scores.rule,
    format: rules.scores.format,
    cpu_seconds: attempt.usage.cpu_ms / 1000,
    attempt_id: attempt.attempt_id,
    ...((attempt.models ?? []).length > 0 && {
      models: cutText([...new Set(attempt.models!.map(({ model }) => model))].join(', '), longest),
    }),
    receipt_hash: receiptHash,
    ...(reason !== null && { failure: reason }),
    ...(attempt.fault !== null && {
      fault_code: attempt.fault.code,
      fault_message: cutText(attempt.fault.message, longest),
    }),
    ...(refusedModels.length > 0 && {
      refused_model_calls: refusedModels.reduce((total, { count }) => total + count, 0),
      refused_models: cutText(refusedModels.map(({ reason }) => cutText(reason, longest)).join('; '), longest),
    }),
    ...(keys?.evidenceKey != null && { evidence_s3_key: keys.evidenceKey }),
  };
}

function longestText(problems: number): number {
  return Math.min(LONGEST_TEXT, Math.floor(TEXT_BYTES / (problems * TEXTS_OF_A_PROBLEM * ESCAPED_BYTES)));
}
