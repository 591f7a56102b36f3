import type { Call } from '../../gateway/calls.ts';
import type { Attempt, AttemptIdentity } from '../attempt.ts';

/** What a repeated attempt made of the earlier answers; `undefined` for any other. */
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
