import type { Attempt } from '../../../attempt/attempt.ts';
import { faultLocation } from '../../../attempt/fault-location.ts';
import { isLocalModel } from '../../../local/local-models.ts';
import type { TriedProblem } from '../../../validator/try-agent.ts';

/** Failed attempts with the same reason, exception and line. */
export interface FailureGroup {
  readonly reason: string;
  /** Exception of the first attempt. */
  readonly exception: string | null;
  /** Message of the first attempt's fault, if it is not an exception: for example what the provider said. */
  readonly message: string | null;
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
    reason === null ? [] : [{ reason, example: attempt.attempt_id, ...placeOf(attempt.fault) }],
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
  const { exception, message, line } = placeOf(attempt.fault);
  const words = exception ?? message;
  return `${reason}${words === null ? '' : `: ${words}`}${line === null ? '' : ` (line ${line})`}`;
}

/** A broken rule has a message of its own below the summary, with the remedy. */
function placeOf(fault: Failed['attempt']['fault']) {
  const place = faultLocation(fault?.message ?? '');
  const hasMessage = fault !== null && place.exception === null && fault.code !== 'AGENT_BROKE_RULE';
  return { ...place, message: hasMessage ? fault.message : null };
}

/** What to do if a model on this machine did not answer in time: attempts at once share its processor. */
export function slowModelHint(
  tried: readonly Failed[],
  { model, workers, timeLimit }: { readonly model: string; readonly workers: number; readonly timeLimit: number },
): string | null {
  const isSlow = isLocalModel(model) && tried.some(({ attempt }) => attempt.fault?.code === 'INFERENCE_FAILED');
  if (!isSlow) return null;
  const fewer = workers > 1 ? '--workers 1 ' : '';
  return `${model} did not answer in time. It runs on this machine: try ${fewer}--time-limit ${4 * timeLimit}.`;
}
