/** How a program chose among several samples of one prompt. */
export interface Chosen {
  /** Samples that name products. */
  readonly among: number;
  /** Samples that name the recommended product. */
  readonly votes: number;
  /** Whether the choice is neither the first sample nor the majority, so the program chose by a rule of its own. */
  readonly isPicked: boolean;
}

/** Fewer samples may be retries. */
const FEWEST_SAMPLES = 3;
/** With this many different answers tied in votes, the program samples in order to pick. */
const MANY_ANSWERS = 4;

/**
 * Distinguishes voting from picking. A vote recommends what most samples name; in a tie, the first sampled. A product
 * gets one vote from each sample that names it.
 *
 * @param samples The products that each sample names, in the order sampled.
 */
export function chosenAmong(
  samples: readonly ReadonlySet<string>[],
  recommended: readonly string[],
): Chosen | undefined {
  const drawn = samples.filter((ids) => ids.size > 0);
  const chosen = recommended.filter((id) => drawn.some((ids) => ids.has(id)));
  if (drawn.length < 2 || chosen.length === 0) return undefined;
  const votesFor = (id: string): number => drawn.filter((ids) => ids.has(id)).length;
  const others = new Set(drawn.flatMap((ids) => [...ids]).filter((id) => !chosen.includes(id)));
  const votes = Math.min(...chosen.map(votesFor));
  const most = Math.max(0, ...Array.from(others, votesFor));
  const answers = new Set(drawn.map((ids) => [...ids].sort().join())).size;
  const isFirst = chosen.every((id) => drawn[0]!.has(id));
  const isOutvoted = votes < most || (votes === most && answers >= MANY_ANSWERS);
  return { among: drawn.length, votes, isPicked: drawn.length >= FEWEST_SAMPLES && !isFirst && isOutvoted };
}
