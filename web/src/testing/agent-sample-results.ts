import type { ValidatorResultWire, VersionProblemsWire } from '../../../src/board/wire.ts';

/** One validator's result on one problem, for tests. */
export function sampleResult(validator: string, values: Partial<ValidatorResultWire> = {}): ValidatorResultWire {
  return {
    eval_run_id: `run of ${validator}`,
    validator_hotkey: validator,
    is_included: true,
    status: 'SUCCESS',
    score: 1,
    score_components: null,
    reasoning_score: null,
    failure: null,
    updated_at: '2026-01-01T00:00:00.000Z',
    inference_failure_count: null,
    inference_total: null,
    execution_time: null,
    ...values,
  };
}

export function sampleProblem(
  problemId: string,
  ...results: readonly ValidatorResultWire[]
): VersionProblemsWire['problems'][number] {
  const category = problemId.split(' ')[0]!;
  return { problem_id: problemId, category, phase: 'QUALIFYING', race_id: null, validator_results: [...results] };
}
