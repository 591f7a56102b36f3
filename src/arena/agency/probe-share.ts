/** Probe attempts may add this share to the attempts of a run. */
const SHARE = 0.15;

/** Maximum number of probe attempts for a run on this many problems; 0 for fewer than seven. */
export function mostProbes(problems: number): number {
  return Math.floor(problems * SHARE);
}
