import { knowledgeThreshold, lexicalSimilarity, type TitleSimilarity } from '../../problems/satisfy.ts';
import type { RuleSet } from './rule-set.ts';

/**
 * The benchmark accepts titles from 0.5 on and production from 0.7 on, with the same embedding. Other measures have
 * other scales, but their threshold corresponds to that 0.7. The benchmark's threshold is the same fraction of it,
 * rounded to four digits. For the lexical measure (0.35) that is 0.25.
 */
const LOOSER = { benchmark: 0.5, production: 0.7 };

/**
 * ShoppingBench's scorer, reported next to the other. How comparable its numbers are to published ones depends on how
 * titles were compared (`comparabilityNote`). If a product has no requirements at all, ShoppingBench's scorer fails
 * with a division by zero; we return 0, as production does.
 */
export function benchmark(similarity: TitleSimilarity = lexicalSimilarity): RuleSet {
  return {
    name: 'benchmark',
    version: 2,
    similarity: {
      name: similarity.name,
      threshold: Math.round((similarity.threshold * LOOSER.benchmark * 10_000) / LOOSER.production) / 10_000,
      compare: (left, right) => similarity.compare(left, right),
    },
    knowledgeThreshold: knowledgeThreshold(similarity),
    emptyField: 1,
    checksTarget: false,
    // Here an id with a space before it is not an id, and a repeated id takes both positions.
    idsIn: (list) => (list === '' ? [] : list.split(',')),
    standsInCart: () => true,
    withoutTime: 1,
    denominator: 'attempted',
  };
}
