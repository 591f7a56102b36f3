import { knowledgeThreshold, lexicalSimilarity, type TitleSimilarity } from '../../problems/satisfy.ts';
import { pythonStrip } from './python-strip.ts';
import type { RuleSet } from './rule-set.ts';

/**
 * ORO's scorer, the one that ranks. Version 1 compared titles by words from 0.5 on, version 2 from 0.35 on. Verdicts of version 3
 * also require that a recommended product was shown (`requireShown`, applied after these rules).
 */
export function productionStrict(similarity: TitleSimilarity = lexicalSimilarity): RuleSet {
  return {
    name: 'production-strict',
    version: 3,
    similarity,
    // ORO has no knowledge problems: the benchmark's rule holds, so that both rule sets say the same of them.
    knowledgeThreshold: knowledgeThreshold(similarity),
    emptyField: 0,
    checksTarget: true,
    idsIn: (list) => [...new Set(list.split(',').map(pythonStrip))].filter((id) => id !== ''),
    // A product that has nothing to do with the wish must not bring the cart into one shop, or under the budget.
    standsInCart: (rule) => rule > 0,
    withoutTime: 0.5,
    denominator: 'suite',
  };
}
