import type { ReadStep } from './read-steps.ts';

/** One part in as many as there are steps when the last of them ends the conversation, else 0. */
export function lengthScore(steps: readonly ReadStep[]): number {
  const terminated = steps.at(-1)?.calls.some(({ name }) => name === 'terminate');
  return terminated === true ? 1 / steps.length : 0;
}
