import { knowledgeThreshold, lexicalSimilarity, type TitleSimilarity } from '../../problems/satisfy.ts';
import { pythonStrip } from './python-strip.ts';
import type { RuleSet } from './rule-set.ts';

/**
 * ORO's scorer, which determines the ranking. Version 1 compared titles by words with threshold 0.5, version 2 with
 * 0.35. Verdicts of version 3 also require that a recommended product was shown (`requireShown`, applied after these
 * rules).
 */
export function productionStrict(similarity: TitleSimilarity = lexicalSimilarity): RuleSet {
  return {
    name: 'production-strict',
    version: 3,
    similarity,
    // ORO has no knowledge problems. The benchmark's rule applies, so that both rule sets agree on them.
    knowledgeThreshold: knowledgeThreshold(similarity),
    emptyField: 0,
    checksTarget: true,
    idsIn: (list) => [...new Set(list.split(',').map(pythonStrip))].filter((id) => id !== ''),
    // A product that does not match the request at all must not bring the cart into one shop or under the budget.
    standsInCart: (rule) => rule > 0,
    withoutTime: 0.5,
    denominator: 'suite',
  };
}
