import type { Product } from '../../market/product.ts';
import { FLAGS, type VerdictFlag } from '../verdict.ts';
import { pythonStrip } from './python-strip.ts';
import type { Recommendation } from './read-recommendation.ts';
import type { ReadStep } from './read-steps.ts';

export interface Flaggable {
  readonly steps: readonly ReadStep[];
  readonly recommendation: Recommendation;
  /** The ids as the rule set reads them from the recommendation. */
  readonly ids: readonly string[];
  /** The market's products for the scored ids. */
  readonly found: readonly (Product | undefined)[];
  /** How many products the problem asks for. */
  readonly wanted: number;
  /** Ids of the products shown in recorded results. */
  readonly shown: ReadonlySet<string>;
}

/** Warnings for readers of the scores, in the order of the list of flags. */
export function findFlags({ steps, recommendation, ids, found, wanted, shown }: Flaggable): readonly VerdictFlag[] {
  // The same for every rule set: how a rule set cleans the list must not hide its contents.
  const named = recommendation.list
    .split(',')
    .map(pythonStrip)
    .filter((id) => id !== '');
  const different = new Set(named);
  const holds: Readonly<Record<VerdictFlag, boolean>> = {
    no_recommendation: named.length === 0,
    unseen_product: [...different].some((id) => !shown.has(id)),
    unknown_product: found.includes(undefined),
    duplicate_product: different.size < named.length,
    too_many_products: ids.length > wanted,
    malformed_recommendation: recommendation.malformed,
    malformed_dialogue: steps.some(({ malformed }) => malformed),
  };
  return FLAGS.filter((flag) => holds[flag]);
}
