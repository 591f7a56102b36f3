import type { SharedWork } from './compare-marks.ts';

/** Less than this, some twenty lines, is a trick or two that anybody may know. */
export const FEWEST_SHARED = 40;

/**
 * From 0 to 1: how much of a file is another's work, or how much of the other's work is in it, whichever is more. Whoever
 * copies a file and adds ten times as much has still copied all of it. `brought` says how many marks each of the other's
 * versions was the first to have; a version that brought many counts alone, since what its author did before is no matter.
 */
export function closeness({ count, share, versions }: SharedWork, brought: ReadonlyMap<string, number>): number {
  if (count < FEWEST_SHARED) return 0;
  const everything = brought.values().reduce((sum, marks) => sum + marks, 0);
  const ofVersions = versions
    .filter((version) => version.count >= FEWEST_SHARED)
    .map((version) => version.count / brought.get(version.agentVersionId)!);
  return Math.max(share, count / everything, ...ofVersions);
}
