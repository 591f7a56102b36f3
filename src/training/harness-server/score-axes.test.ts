import { describe, expect, it } from 'vitest';
import { lampProblem } from '../../evaluation/testing/lamp-problem.ts';
import { SMALL_MARKET } from '../../tools/testing/small-market.ts';
import { scoreAxes } from './score-axes.ts';

const [lamp] = [...SMALL_MARKET].filter(({ product_id }) => product_id === '1001');
const problem = lampProblem();
const [target] = problem.targets;

describe('scoreAxes', () => {
  it('gives the target everything and a missing product nothing', () => {
    expect(scoreAxes(problem, [lamp])).toEqual({ price: 1, service: 1, sku: 1, attribute: 1 });
    expect(scoreAxes(problem, [])).toEqual({ price: 0, service: 0, sku: 0, attribute: 0 });
  });

  it('tells the sides of another product apart', () => {
    const other = {
      ...lamp!,
      product_id: 'other',
      price: 400,
      service: ['COD' as const],
      sku_options: { a: { color: 'red', size: 'm' } },
      attributes: { brand: ['kavari'] },
    };
    const wish = {
      ...target!,
      services: ['COD' as const, 'official' as const],
      options: { color: 'red', size: 'l' },
      attributes: { brand: ['kavari'], base: ['round'] },
    };
    expect(scoreAxes({ ...problem, targets: [wish] }, [other])).toEqual({
      price: 0,
      service: 0.5,
      sku: 0.5,
      attribute: 0.5,
    });
    const { price: _, ...withoutPrice } = wish;
    const plain = { ...withoutPrice, options: {}, attributes: {} };
    expect(scoreAxes({ ...problem, targets: [plain, wish] }, [other])).toEqual({
      price: 0.5,
      service: 0.25,
      sku: 0.5,
      attribute: 0.5,
    });
  });
});
