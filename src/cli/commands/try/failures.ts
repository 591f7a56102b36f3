import type { Attempt } from '../../../attempt/attempt.ts';
import { faultLocation } from '../../../attempt/fault-location.ts';
import type { TriedProblem } from '../../../validator/try-agent.ts';

/** Failed attempts with the same reason, exception and line. */
export interface FailureGroup {
  readonly reason: string;
  /** Exception of the first attempt. */
  readonly exception: string | null;
  /** Line in the agent's file. */
  readonly line: number | null;
  readonly count: number;
  /** Id of the first attempt. */
  readonly example: string;
}

type Failed = Pick<TriedProblem, 'reason'> & { readonly attempt: Pick<Attempt, 'attempt_id' | 'fault'> };

/** Groups failed attempts, most frequent first. */
export function groupFailures(tried: readonly Failed[]): readonly FailureGroup[] {
  const failed = tried.flatMap(({ attempt, reason }) =>
    reason === null ? [] : [{ reason, example: attempt.attempt_id, ...faultLocation(attempt.fault?.message ?? '') }],
  );
  const groups = Map.groupBy(failed, ({ reason, exceptionType, line }) =>
    JSON.stringify([reason, exceptionType, line]),
  );
  return [...groups.values()]
    .map((each) => {
      const { exceptionType: _, ...first } = each[0]!;
      return { ...first, count: each.length };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Why one attempt failed, with exception and line if known. */
export function failureText({ attempt, reason }: Failed): string | null {
  if (reason === null) return null;
  const { exception, line } = faultLocation(attempt.fault?.message ?? '');
  return `${reason}${exception === null ? '' : `: ${exception}`}${line === null ? '' : ` (line ${line})`}`;
}
