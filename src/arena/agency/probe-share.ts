/** Probe attempts may add this much to what a run takes. */
const SHARE = 0.15;

/** The most probe attempts of a run on so many problems; none on fewer than seven. */
export function mostProbes(problems: number): number {
  return Math.floor(problems * SHARE);
}
