import { words } from '../../text/words.ts';

/** Maximum number of consecutive title words in a query: a query that quotes its answer only tests copying. */
export const MAX_TITLE_RUN = 4;

/** The longest run of consecutive words that two texts share. */
export function longestCommonRun(left: string, right: string): number {
  const a = words(left);
  const b = words(right);
  let longest = 0;
  let previous = new Uint16Array(b.length + 1);
  for (const word of a) {
    const current = new Uint16Array(b.length + 1);
    for (let place = 0; place < b.length; place++) {
      if (b[place] !== word) continue;
      current[place + 1] = previous[place]! + 1;
      longest = Math.max(longest, current[place + 1]!);
    }
    previous = current;
  }
  return longest;
}
