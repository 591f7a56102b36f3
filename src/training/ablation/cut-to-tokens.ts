import { Random } from '../../random/random.ts';

/** A row as far as its size and its kind matter. */
export interface Weighed {
  readonly id: string;
  /** Trainable ones. */
  readonly tokens: number;
  readonly stratum: string;
}

/**
 * Whole rows of about so many tokens in each stratum, drawn by the seed. What is left over in a stratum is less than any row
 * that was not taken. The order in which rows come does not matter.
 */
export function cutToTokens<Row extends Weighed>(
  rows: readonly Row[],
  budget: ReadonlyMap<string, number>,
  seed: number,
): readonly Row[] {
  const random = new Random(seed);
  const known = rows.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const taken = new Set<Row>();
  for (const stratum of [...budget.keys()].sort()) {
    const drawn = random.sample(
      known.filter((row) => row.stratum === stratum),
      rows.length,
    );
    let left = budget.get(stratum)!;
    for (const row of drawn) {
      if (row.tokens > left) continue;
      taken.add(row);
      left -= row.tokens;
    }
  }
  return random.sample([...taken], taken.size);
}

/** What every arm has of each stratum, or `tokens` in all in the same proportion where that is less. */
export function commonBudget(arms: readonly (readonly Weighed[])[], tokens?: number): ReadonlyMap<string, number> {
  const strata = [...new Set(arms.flatMap((rows) => rows.map(({ stratum }) => stratum)))].sort();
  const held = strata.map((stratum) => Math.min(...arms.map((rows) => tokensOf(rows, stratum))));
  const all = held.reduce((sum, each) => sum + each, 0);
  const share = tokens === undefined || tokens >= all ? 1 : tokens / all;
  return new Map(strata.map((stratum, place) => [stratum, Math.floor(held[place]! * share)]));
}

function tokensOf(rows: readonly Weighed[], stratum: string): number {
  return rows.reduce((sum, row) => (row.stratum === stratum ? sum + row.tokens : sum), 0);
}
