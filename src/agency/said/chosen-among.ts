/** What a program made of several samples of one prompt. */
export interface Chosen {
  /** Samples that name products. */
  readonly among: number;
  /** Those of them that name what was recommended. */
  readonly votes: number;
  /** Whether it is neither the first sample nor what most of them say: then a rule of the program's own has chosen. */
  readonly isPicked: boolean;
}

/** Fewer are a retry. */
const FEWEST_SAMPLES = 3;
/** So many different answers with equally many votes are what a program draws to pick from. */
const MANY_ANSWERS = 4;

/**
 * Whether a program took a vote or picked. Voting recommends what most samples name, and the first drawn of several with
 * equally many. A product counts for each sample that names it.
 *
 * @param samples The products that each sample names, in the order they were drawn.
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
