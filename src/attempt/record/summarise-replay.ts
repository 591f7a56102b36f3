import type { Call } from '../../gateway/calls.ts';
import type { Attempt, AttemptIdentity } from '../attempt.ts';

/** How a repeated attempt used the earlier answers; `undefined` for other attempts. */
export function summariseReplay(
  { repeats }: Pick<AttemptIdentity, 'repeats'>,
  calls: readonly Call[],
): Attempt['replay'] | undefined {
  if (repeats === undefined) return undefined;
  return {
    completions: calls.filter(({ replayed }) => replayed !== undefined).length,
    departed: calls.some(({ departed }) => departed === true),
  };
}
