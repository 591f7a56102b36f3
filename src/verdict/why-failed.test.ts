import { describe, expect, it } from 'vitest';
import type { Problem } from '../problems/problem.ts';
import { itemScores, type RuleScores } from './score-fields.ts';
import type { RuleVerdict } from './verdict.ts';
import { whyFailed } from './why-failed.ts';

const PROBLEM: Problem = {
  id: 'p',
  category: 'product',
  query: 'a lamp',
  difficulty: 'easy',
  targets: [
    {
      productId: '1',
      titles: ['lamp'],
      price: { mode: 'less than', high: 5 },
      services: [],
      options: {},
      attributes: {},
    },
  ],
};
const GOOD: RuleScores = { ...itemScores(() => 1), service: 0, 'sku & attrs': 0, format: 1, length: 1 };

function reason(scores: Partial<RuleScores>, flags: RuleVerdict['flags'] = []): string | null {
  const verdict: RuleVerdict = {
    rule_set: 'production-strict',
    rule_set_version: 1,
    scores: { ...GOOD, ...scores },
    success: Object.keys(scores).length === 0,
    recommended: [],
    flags,
  };
  return whyFailed(PROBLEM, null, verdict);
}

describe('whyFailed', () => {
  it('a success has no failure reason', () => {
    expect(reason({})).toBeNull();
  });

  it('names unmet constraints, and nothing that was never asked', () => {
    expect(reason({ rule: 0.5, price: 0 })).toBe('not what was asked for: price');
    expect(reason({ rule: 0, price: 0, title: 0 })).toBe('not what was asked for: kind of product, price');
  });

  it('names the keyword of a failed knowledge problem', () => {
    const [target] = PROBLEM.targets;
    const problem: Problem = { ...PROBLEM, category: 'knowledge', targets: [{ ...target!, keyword: 'Heron' }] };
    const verdict: RuleVerdict = {
      rule_set: 'benchmark',
      rule_set_version: 1,
      scores: { ...GOOD, rule: 0.5, keyword: 0 },
      success: false,
      recommended: ['2'],
      flags: [],
    };
    expect(whyFailed(problem, null, verdict)).toBe('not what was asked for: keyword not in title or description');
  });

  it('distinguishes a missing recommendation from a wrong one', () => {
    expect(reason({ rule: 0, product: 0 }, ['no_recommendation'])).toBe('nothing was recommended');
    expect(reason({ rule: 0, product: 0 })).toBe('no recommended product exists');
    expect(reason({ rule: 0.5, product: 0.5 })).toBe('a product is missing from the recommendation');
  });

  it('names the cart when every product is right', () => {
    expect(reason({ shop: 0 })).toBe('not all from one shop');
    expect(reason({ budget: 0 })).toBe('over budget');
  });

  it('a fault comes first among failure reasons', () => {
    const fault = { code: 'AGENT_RAISED', number: 1007, owner: 'agent', message: 'x' } as const;
    const verdict = { rule_set: 'production-strict', rule_set_version: 1, scores: GOOD, success: false } as const;
    expect(whyFailed(PROBLEM, fault, { ...verdict, recommended: [], flags: [] })).toBe('AGENT_RAISED (agent)');
  });
});
