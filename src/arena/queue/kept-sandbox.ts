import { cutTextFront } from '../../text/cut-text.ts';
import type { RunCompletion } from '../wire/work-wire.ts';

const MOST_ERROR_OUTPUT = 500;

export interface KeptSandbox {
  readonly exit_code: number | null;
  readonly duration_seconds: number | null;
  readonly stderr_tail: string | null;
  /** The problem of the exit code and error output; `null` unless it is a public problem that the validator named. */
  readonly public_problem_id: string | null;
}

/**
 * Error output of the first failed problem that is public. If there is none, the output that the validator sent, for
 * the operator.
 */
export function keptSandbox(
  sandbox: NonNullable<RunCompletion['sandbox_metadata']>,
  publicProblems: ReadonlySet<string>,
): KeptSandbox {
  const shown = sandbox.error_outputs?.find(({ problem_id }) => publicProblems.has(problem_id));
  const { exit_code, stderr_tail } = shown ?? sandbox;
  return {
    exit_code: exit_code ?? null,
    duration_seconds: sandbox.duration_seconds ?? null,
    stderr_tail: stderr_tail == null ? null : cutTextFront(stderr_tail, MOST_ERROR_OUTPUT),
    public_problem_id: shown?.problem_id ?? null,
  };
}
