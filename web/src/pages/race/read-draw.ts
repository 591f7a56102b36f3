import { canonicalJson } from '../../../../src/json/canonical-json.ts';

/** A revealed draw: what it was made from and what came out. */
export interface Draw {
  readonly race: string;
  readonly seed: string;
  readonly pool: readonly { readonly problem_id: string; readonly category: string; readonly difficulty: string }[];
  readonly problem_ids: readonly string[];
  readonly commitment: string;
}

/** The arena publishes a draw as a free document; one that is not as this page knows it is shown by its hash alone. */
export function readDraw(document: unknown): Draw | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const { race, seed, pool, problem_ids, commitment } = document as Partial<Record<keyof Draw, unknown>>;
  const texts = [race, seed, commitment].every((value) => typeof value === 'string');
  return texts && Array.isArray(pool) && Array.isArray(problem_ids) ? (document as Draw) : undefined;
}

/** How many problems of each category were drawn, of how many. */
export function drawnByCategory({ pool, problem_ids }: Draw): { category: string; drawn: number; pool: number }[] {
  const drawn = new Set(problem_ids);
  return Array.from(
    Map.groupBy(pool, ({ category }) => category),
    ([category, all]) => ({
      category,
      drawn: all.filter(({ problem_id }) => drawn.has(problem_id)).length,
      pool: all.length,
    }),
  ).toSorted((one, other) => (one.category < other.category ? -1 : 1));
}

/** The hash of a draw, as the arena published it before the race. */
export async function drawHash({ race, seed, pool, problem_ids }: Draw): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson({ race, seed, pool, problem_ids }));
  // The browser's own hashing is not there over plain HTTP.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return sha256(bytes).toHex();
}
