import { lexicalSimilarity, type TitleSimilarity } from '../../problems/satisfy.ts';
import { pythonStrip } from './python-strip.ts';
import type { RuleSet } from './rule-set.ts';

/**
 * ORO's scorer, the one that ranks. The threshold of a title measure is the one our problems were proved solvable with;
 * for the reference's embedding that is 0.7.
 */
export function productionStrict(similarity: TitleSimilarity = lexicalSimilarity): RuleSet {
  return {
    name: 'production-strict',
    version: 1,
    similarity,
    emptyField: 0,
    checksTarget: true,
    idsIn: (list) => [...new Set(list.split(',').map(pythonStrip))].filter((id) => id !== ''),
    // A product that has nothing to do with the wish must not bring the cart into one shop, or under the budget.
    standsInCart: (rule) => rule > 0,
    denominator: 'suite',
  };
}
