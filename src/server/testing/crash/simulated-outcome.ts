import type { ProblemUpdate, RunCompletion } from '../../../arena/wire.ts';
import { Random } from '../../../random/random.ts';
import { finalScore } from '../../../verdict/aggregate.ts';

export interface SimulatedOutcome {
  /** The result of each problem, in the order of the problems. */
  readonly updates: readonly ProblemUpdate[];
  readonly completion: RunCompletion;
}

const BROKEN_AGENTS = 0.01;
const FAILED_RUNS = 0.04;
const BROKEN_JUDGES = 0.01;
/** Share of validators whose results differ, so that another validator is needed. */
const ODD_VALIDATORS = 0.04;
const COEFFICIENTS = [0.7375, 0.9125, 1];

/**
 * The outcome of a run. It depends only on the ids: a client that has lost its state gets the same outcome again, and
 * checks know what must have been sent.
 */
export function simulatedOutcome(versionId: string, runId: string, problems: readonly string[]): SimulatedOutcome {
  const version = new Random(seedOf(versionId));
  const run = new Random(seedOf(runId), seedOf(runId.replaceAll('-', '').slice(8)));
  const isBroken = version.chance(BROKEN_AGENTS);
  const skill = version.integer(problems.length + 1);
  const coefficient = version.pick(COEFFICIENTS);
  const seen = run.chance(ODD_VALIDATORS) ? run.integer(problems.length + 1) : skill + run.integer(2);
  const solved = Math.min(seen, problems.length);
  const updates = problems.map((problem, place) => updateFor(problem, place < solved, run));
  const completion = isBroken ? failure('FAILED', 'agent') : endingOf(run, solved, problems.length, coefficient);
  return { updates, completion };
}

function updateFor(problem_id: string, isSolved: boolean, run: Random): ProblemUpdate {
  return {
    problem_id,
    status: isSolved ? 'SUCCESS' : run.pick(['FAILED', 'TIMED_OUT']),
    score: isSolved ? 1 : 0,
    reasoning_score: run.pick([0.1, 0.3, 0.5, 0.7, 0.9]),
    score_components_summary: {
      reasoning_explanation: 'Gate 4 passed: two lamps were compared.',
      reasoning_model: 'judge',
    },
    inference_failure_count: run.integer(3),
    inference_total: 3 + run.integer(20),
    execution_time: run.integer(30_000) / 100,
  };
}

function endingOf(run: Random, solved: number, problems: number, coefficient: number): RunCompletion {
  if (run.chance(FAILED_RUNS)) return failure(run.pick(['FAILED', 'TIMED_OUT']), run.pick(['validator', 'platform']));
  const rate = solved / problems;
  return {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(rate, coefficient),
    score_components: {
      success_rate: rate,
      total_problems: problems,
      successful_problems: solved,
      scored_problems: problems,
      reasoning_coefficient: coefficient,
      judge_inference_failed: run.chance(BROKEN_JUDGES) ? problems : 0,
      judge_inference_total: problems,
    },
    sandbox_metadata: { exit_code: 0, duration_seconds: run.integer(1_800), stderr_tail: null },
  };
}

function failure(status: 'FAILED' | 'TIMED_OUT', owner: 'agent' | 'validator' | 'platform'): RunCompletion {
  return { terminal_status: status, failure_reason: 'Sandbox execution failed', failure_owner: owner };
}

/**
 * The status that the arena stores for a completion: if most of the judge's calls failed, a success is stored as a
 * failure.
 */
export function statusKept({ terminal_status, score_components }: RunCompletion): RunCompletion['terminal_status'] {
  const { judge_inference_failed: failed = 0, judge_inference_total: total = 0 } = score_components ?? {};
  return terminal_status === 'SUCCESS' && (failed ?? 0) > (total ?? 0) / 2 ? 'FAILED' : terminal_status;
}

function seedOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}
