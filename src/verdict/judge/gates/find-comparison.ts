import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

/** A true statement that compares a recommended product with another. */
export interface Comparison {
  readonly claim: Claim;
  readonly taken: SeenProduct;
  readonly rival: SeenProduct;
}

const KINDS: ReadonlySet<Claim['kind']> = new Set(['comparison', 'words', 'order', 'unopened']);

/**
 * Finds an explicit English statement of why one candidate is preferred to another: "cheaper than", `lacks "carry
 * case"`, "was not shown first". One of the two must be a recommended product, and the statement must favour it.
 */
export function findComparison(
  reading: Reading,
  claims: readonly Claim[],
  isTaken: (product: SeenProduct) => boolean,
): Comparison | undefined {
  for (const claim of claims) {
    if (!KINDS.has(claim.kind)) continue;
    const rival = Array.from(reading.candidates).find(
      (other) =>
        isTaken(other) !== isTaken(claim.product) && reading.isNamedNear(other, claim.from) && claim.setsApart(other),
    );
    if (rival === undefined) continue;
    const [taken, left] = isTaken(rival) ? [rival, claim.product] : [claim.product, rival];
    if (speaksForTaken(claim, taken, left)) return { claim, taken, rival: left };
  }
  return undefined;
}

function speaksForTaken(claim: Claim, taken: SeenProduct, left: SeenProduct): boolean {
  switch (claim.kind) {
    case 'comparison':
      return Math.min(...taken.prices) < Math.min(...left.prices);
    case 'words':
    case 'unopened':
      return claim.product === left;
    default:
      return taken.place < left.place;
  }
}
