import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { type ComparedInput, drawInput } from './draw-input.ts';

const LAMP = { product_id: 'p0', title: ['lamp'], price: [], service: [], sku_options: [], attributes: [] };

function inputOf(rest: Partial<ComparedInput> = {}): ComparedInput {
  const { products } = drawInput(1, 0);
  const problem = { problem_id: 'a', category: 'Product', query: 'a lamp', difficulty: 'easy', reward: LAMP };
  const calls = [
    { name: 'recommend_product', parameters: { product_ids: 'p0' } },
    { name: 'terminate', parameters: {} },
  ];
  const dialogue = [{ completion: { message: { think: 'So.', tool_call: calls } }, extra_info: { timestamp: 1 } }];
  return { problem, products, similarities: {}, dialogue, ...rest };
}

const SOLVED = {
  scores: { gt: 1, rule: 1, product: 1, title: 1, price: 0, service: 0, 'sku & attrs': 0, format: 1, length: 1 },
  success: true,
};

describe('comparison with the public scorers', () => {
  it('finds no difference when all scores are equal', () => {
    expect(differenceOf('oro', inputOf(), SOLVED)).toBeUndefined();
  });

  it('names the scores that differ, or the error, as undocumented', () => {
    const other = { ...SOLVED, scores: { ...SOLVED.scores, length: 0.5 } };
    expect(differenceOf('oro', inputOf(), other)).toEqual({ name: 'undocumented: length', isDocumented: false });
    expect(differenceOf('oro', inputOf(), { ...SOLVED, success: false })).toMatchObject({ isDocumented: false });
    expect(differenceOf('oro', inputOf(), { error: 'KeyError' })).toMatchObject({ isDocumented: false });
  });

  it('recognises the documented differences', () => {
    const odd = inputOf({ dialogue: [...inputOf().dialogue, 'recommend_product p0'] });
    expect(differenceOf('oro', odd, { error: 'TypeError' })).toMatchObject({ isDocumented: true });
    expect(differenceOf('shoppingbench', inputOf(), { error: 'ZeroDivisionError' })).toMatchObject({
      isDocumented: true,
    });
    const [step] = inputOf().dialogue as [object];
    const timed = inputOf({ dialogue: [{ ...step, extra_info: { timestamp: true } }] });
    expect(differenceOf('oro', timed, SOLVED)).toMatchObject({ isDocumented: true });
    const worse = { ...SOLVED, scores: { ...SOLVED.scores, length: 0.5 } };
    expect(differenceOf('oro', timed, worse)).toMatchObject({ isDocumented: false });
  });

  it('draws the same input for a seed and place', () => {
    expect(drawInput(3, 7)).toEqual(drawInput(3, 7));
    expect(drawInput(3, 7)).not.toEqual(drawInput(3, 8));
  });
});
