import type { Arena } from '../../../arena/arena.ts';
import { heartbeat, presignUpload, receiveUpload, recordProgress, runProblems } from '../../../arena/queue.ts';
import type { RunCompletion } from '../../../arena/wire.ts';
import { finalScore } from '../../../verdict/aggregate.ts';

/** A validator's results, with words by which they are recognised. */
export interface Sighting {
  /** Number of solved problems, counted from the first. */
  readonly solved: number;
  readonly coefficient: number;
  readonly judge: string;
  readonly log: string;
  readonly errorOutput: string;
  /** For every problem; recognised by their digits. */
  readonly reasoningScore?: number;
  readonly seconds?: number;
}

/** Sends all reports of a validator about a run, except the completion; returns the key of its log. */
export async function reportRun(arena: Arena, hotkey: string, runId: string, seen: Sighting): Promise<string> {
  await heartbeat(arena, hotkey, runId);
  const problems = await runProblems(arena, hotkey, runId);
  const updates = problems.map(({ problem_id }, index) => ({
    problem_id,
    status: index < seen.solved ? ('SUCCESS' as const) : ('FAILED' as const),
    score: index < seen.solved ? 1 : 0,
    reasoning_score: seen.reasoningScore ?? 0.9,
    score_components_summary: { reasoning_explanation: seen.judge, reasoning_model: 'sample' },
    inference_failure_count: 0,
    inference_total: 3,
    execution_time: seen.seconds ?? 10,
  }));
  await recordProgress(arena, hotkey, runId, updates);
  const first = updates[0]!;
  const search = { name: 'find_product', parameters: { q: 'lamp' }, result: [] };
  const step = { completion: { message: { think: 'A lamp.', tool_call: [search], response: seen.log } } };
  const bytes = Buffer.from(JSON.stringify([step]));
  const upload = await presignUpload(arena, hotkey, {
    runId,
    problemId: first.problem_id,
    contentLength: bytes.length,
    contentType: 'application/json',
  });
  await receiveUpload(arena, upload.ticket, bytes, 'application/json');
  await recordProgress(arena, hotkey, runId, [{ ...first, logs_s3_key: upload.uploadKey }]);
  return upload.uploadKey;
}

export function success(problems: number, seen: Sighting, resultsKey?: string): RunCompletion {
  const rate = seen.solved / problems;
  return {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(rate, seen.coefficient),
    score_components: {
      ground_truth_rate: rate,
      success_rate: rate,
      format_score: 1,
      field_matching: rate,
      total_problems: problems,
      successful_problems: seen.solved,
      scored_problems: problems,
      reasoning_quality: 0.8,
      reasoning_coefficient: seen.coefficient,
      judge_inference_failed: 0,
      judge_inference_total: problems,
    },
    ...(resultsKey !== undefined && { results_s3_key: resultsKey }),
    sandbox_metadata: { exit_code: 0, duration_seconds: 12, stderr_tail: seen.errorOutput },
  };
}
