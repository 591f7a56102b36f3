import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import type { Target } from '../../problems/problem.ts';
import { solvesProblem } from '../../problems/satisfy/solves-problem.ts';
import type { TitleSimilarity } from '../../problems/satisfy.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { lookupOf, sampleEvidence, sampleProblem } from '../testing/sample-evidence.ts';
import { benchmark } from './benchmark.ts';
import { productionStrict } from './production-strict.ts';
import type { RuleSet } from './rule-set.ts';
import { scoreAttempt } from './score-attempt.ts';

/** Uses the scale of the reference's embedding; the similarity is the number at the start of the title. */
const embedding: TitleSimilarity = {
  name: 'test',
  threshold: 0.7,
  compare: (left, right) => (left === right ? 1 : Number.parseFloat(left)),
};

const TITLE = '1 Heron Steel Kettle';
const GOLD = sampleProduct('gold', { title: TITLE, description: '' });
const WISH: Target = {
  productId: 'gold',
  titles: [TITLE],
  keyword: 'Heron',
  services: [],
  options: {},
  attributes: {},
};

const listings = {
  gold: GOLD,
  'alike and named in its title': sampleProduct('a', { title: '0.8 Kettle by HERON', description: '' }),
  'alike and named in its description': sampleProduct('b', { title: '0.81 Kettle', description: 'From the Herons.' }),
  'not alike enough': sampleProduct('c', { title: '0.79 Kettle by Heron', description: '' }),
  'without the keyword': sampleProduct('d', { title: '0.9 Kettle', description: 'Steel', short_description: 'Heron' }),
  neither: sampleProduct('e', { title: '0.1 Lamp', description: '' }),
};

function scoreOf(name: keyof typeof listings, ruleSet: RuleSet, target = WISH) {
  const problem = sampleProblem({ category: 'knowledge', targets: [target] });
  return scoreAttempt(
    sampleEvidence(listings[name].product_id, { problem }),
    lookupOf(Object.values(listings)),
    ruleSet,
  );
}

describe.each([benchmark(embedding), productionStrict(embedding)])('a knowledge problem by $name', (ruleSet) => {
  it.each([
    ['gold', 1, 1, 1],
    ['alike and named in its title', 1, 1, 1],
    ['alike and named in its description', 1, 1, 1],
    ['not alike enough', 0.5, 1, 0],
    ['without the keyword', 0.5, 0, 1],
    ['neither', 0, 0, 0],
  ] as const)('a knowledge problem gives a product that is %s a rule score of %d', (name, rule, keyword, title) => {
    const verdict = scoreOf(name, ruleSet);
    expect(verdict.scores).toMatchObject({ rule, keyword, title, gt: name === 'gold' ? 1 : 0 });
    expect(verdict.success).toBe(rule === 1);
  });

  it('a knowledge problem accepts the listings of a complete key and no others', () => {
    const target = { ...WISH, accepts: ['gold', 'e'] };
    expect(scoreOf('neither', ruleSet, target)).toMatchObject({ success: true, scores: { keyword: 1 } });
    const other = scoreOf('alike and named in its title', ruleSet, target);
    expect(other.success).toBe(false);
    expect(other.scores.rule).toBeCloseTo(2 / 3);
  });

  it('a knowledge problem scores nothing without a recommendation', () => {
    const problem = sampleProblem({ category: 'knowledge', targets: [WISH] });
    const verdict = scoreAttempt(sampleEvidence('', { problem, dialogue: [] }), lookupOf(), ruleSet);
    expect(verdict).toMatchObject({ success: false, scores: { rule: 0, keyword: 0 } });
  });

  it('the score of a knowledge problem agrees with what satisfies it', () => {
    const problem = sampleProblem({ category: 'knowledge', targets: [WISH] });
    for (const name of Object.keys(listings) as (keyof typeof listings)[])
      expect(solvesProblem(problem, [listings[name]], embedding), name).toBe(scoreOf(name, ruleSet).success);
  });
});

describe('problems without a keyword', () => {
  it('problems without a keyword have no keyword score', () => {
    const verdict = scoreAttempt(sampleEvidence('lamp'), lookupOf(), benchmark());
    expect(Object.keys(verdict.scores)).not.toContain('keyword');
  });
});

describe('an aggregate', () => {
  it('an aggregate has a knowledge row only if the suite has such problems', () => {
    const rules = scoreOf('gold', benchmark(embedding));
    const attempt = { problem_id: 'k', rules, quality: null, answered: true };
    const rows = (category: 'knowledge' | 'product') => aggregate([attempt], [{ id: 'k', category }], benchmark());
    expect(rows('knowledge').categories).toMatchObject({ knowledge: { successful_problems: 1 } });
    expect(Object.keys(rows('product').categories)).toEqual(['product']);
  });
});
