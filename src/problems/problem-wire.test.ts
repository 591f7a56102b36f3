import { describe, expect, it } from 'vitest';
import { parseProblem, problemToWire } from './problem-wire.ts';

/** In the format of ORO's suites, with our own content. */
const VOUCHER_PROBLEM = {
  query: 'A teal kettle and a lamp. My budget is only `652`.',
  reward: [
    { product_id: '11', title: ['Teal Kettle'], service: ['freeShipping', 'flashsale'] },
    {
      product_id: '12',
      title: ['Lamp'],
      sku_options: [{ color_family: 'brown', size: 'waist:44' }],
      attributes: [{ brand: ['kavari'] }, { units_hb: ['single item'] }],
      price: [{ between: [75, 95] }],
    },
  ],
  voucher: {
    voucher_type: 'platform',
    threshold: 606,
    discount_type: 'fixed',
    face_value: 174,
    discount: null,
    cap: null,
    price_after_voucher: 631.5,
    budget: 652,
  },
  category: 'Voucher',
  difficulty: 'easy',
  title: 'Voucher 3',
  reward_title_embeddings: { 'Teal Kettle': [0.1, 0.2] },
  problem_id: 'v-3',
};

/** In the format of ShoppingBench's files: no id, no category, no difficulty. */
const BENCHMARK_PRODUCT = {
  query: 'Show me chili powder above 375 pesos.',
  reward: { product_id: '9', title: ['Chili 1 kilo'], price: [{ 'greater than': [375, null] }] },
};

/** In the format of ShoppingBench's fourth file: a keyword, and the whole record of one product. */
const BENCHMARK_KNOWLEDGE = {
  query: 'Which bird is on the crest of Lomara? I want a kettle of the brand that has its name.',
  Knowledge_Attribute: 'Heron',
  reward: {
    product_id: '31',
    shop_id: '4',
    brand: 'Heron',
    category: 'Kitchen > Kettles',
    title: 'Heron Steel Kettle 2 L',
    short_description: 'Boils.',
    description: 'A kettle.',
    specification: 'model:kettle',
    price: 256,
    sold_count: 2,
    sku_options: { 1: { size: '2 l' } },
    attributes: { material: ['steel'] },
    service: ['COD'],
    main_image_url: '',
    product_url: '',
  },
};

function problemOf(value: unknown) {
  const parsed = parseProblem(value);
  if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`);
  return parsed.problem;
}

describe('knowledge problems on the wire', () => {
  it('reads knowledge problems of the benchmark unchanged, with their keyword', () => {
    const problem = problemOf(BENCHMARK_KNOWLEDGE);
    expect(problem).toMatchObject({ category: 'knowledge', query: BENCHMARK_KNOWLEDGE.query, difficulty: 'medium' });
    expect(problem.targets).toEqual([
      {
        productId: '31',
        titles: ['Heron Steel Kettle 2 L'],
        keyword: 'Heron',
        services: [],
        options: {},
        attributes: {},
      },
    ]);
  });

  it('a knowledge problem may have a number as keyword', () => {
    expect(problemOf({ ...BENCHMARK_KNOWLEDGE, Knowledge_Attribute: 1922 }).targets[0]!.keyword).toBe('1922');
  });

  it('knowledge problems round-trip through their written form', () => {
    const problem = problemOf({
      ...BENCHMARK_KNOWLEDGE,
      reward: { ...BENCHMARK_KNOWLEDGE.reward, accepts: ['31', '32'] },
    });
    const wire = problemToWire(problem);
    expect(wire).toMatchObject({
      category: 'Knowledge',
      Knowledge_Attribute: 'Heron',
      reward: { accepts: ['31', '32'] },
    });
    expect(problemOf(wire)).toEqual(problem);
  });

  it('knowledge problems that differ by keyword have different ids', () => {
    const other = problemOf({ ...BENCHMARK_KNOWLEDGE, Knowledge_Attribute: 'Egret' });
    expect(other.id).not.toBe(problemOf(BENCHMARK_KNOWLEDGE).id);
  });

  it.each([
    ['Knowledge_Attribute', { ...BENCHMARK_KNOWLEDGE, Knowledge_Attribute: ' ' }],
    ['category', { ...BENCHMARK_KNOWLEDGE, category: 'Product' }],
    ['category', { ...BENCHMARK_PRODUCT, category: 'Knowledge' }],
    ['reward.title', { ...BENCHMARK_KNOWLEDGE, reward: { product_id: '31', title: ['Kettle'] } }],
    ['reward.product_id', { ...BENCHMARK_KNOWLEDGE, reward: { title: 'Kettle' } }],
  ])('rejects a knowledge problem with an invalid %s', (field, wire) => {
    expect(parseProblem(wire)).toMatchObject({ ok: false, field });
  });
});

describe('problems on the wire', () => {
  it('reads a suite problem of ORO and writes it back in the same form', () => {
    const { title: _title, ...rest } = VOUCHER_PROBLEM;
    expect(problemToWire(problemOf(VOUCHER_PROBLEM))).toEqual(rest);
  });

  it('keeps requested title vectors with their model, and the problem id stays the same', () => {
    const { reward_title_embeddings: embeddings, ...bare } = VOUCHER_PROBLEM;
    const { titleVectors } = problemOf({ ...bare, reward_title_embeddings: { ...embeddings, Chair: [1, 2] } });
    expect(titleVectors).toEqual({ model: 'Qwen/Qwen3-Embedding-0.6B', vectors: embeddings });
    const other = problemOf({ ...VOUCHER_PROBLEM, reward_title_embedding_model: 'some/model' });
    expect(problemOf(problemToWire(other))).toEqual(other);
    expect(other.titleVectors!.model).toBe('some/model');
    const unnamed = { ...VOUCHER_PROBLEM, problem_id: undefined };
    expect(problemOf(unnamed).id).toBe(problemOf({ ...unnamed, reward_title_embeddings: undefined }).id);
    expect(parseProblem({ ...bare, reward_title_embeddings: { Lamp: ['a'] } })).toMatchObject({ ok: false });
  });

  it('reads a benchmark problem and derives its category from what it asks for', () => {
    const problem = problemOf(BENCHMARK_PRODUCT);
    expect(problem).toMatchObject({
      category: 'product',
      targets: [{ productId: '9', price: { mode: 'greater than', low: 375 } }],
    });
    expect(problemToWire(problem).reward).toEqual(BENCHMARK_PRODUCT.reward);
    expect(problemOf(BENCHMARK_PRODUCT).id).toBe(problem.id);
    const shop = {
      query: 'both',
      reward: [BENCHMARK_PRODUCT.reward, { ...BENCHMARK_PRODUCT.reward, product_id: '10' }],
    };
    expect(problemOf(shop).category).toBe('shop');
  });

  it('problems round-trip with all kinds of discounts and prices', () => {
    const percentage = {
      ...VOUCHER_PROBLEM,
      voucher: { ...VOUCHER_PROBLEM.voucher, discount_type: 'percentage', face_value: null, discount: 0.35, cap: 172 },
    };
    const uncapped = { ...percentage, voucher: { ...percentage.voucher, cap: null } };
    const cheap = {
      ...BENCHMARK_PRODUCT,
      reward: { ...BENCHMARK_PRODUCT.reward, price: [{ 'less than': [null, 20] }] },
    };
    for (const wire of [VOUCHER_PROBLEM, percentage, uncapped, cheap, BENCHMARK_PRODUCT]) {
      const problem = problemOf(wire);
      expect(problemOf(problemToWire(problem))).toEqual(problem);
    }
  });

  it('reads attributes named like object properties', () => {
    const attributes: Record<string, string[]>[] = [{ constructor: ['a'] }, { toString: ['b'] }] as never;
    const odd = { ...BENCHMARK_PRODUCT, reward: { product_id: '9', attributes } };
    expect(problemOf(odd).targets[0]!.attributes).toEqual({ constructor: ['a'], toString: ['b'] });
  });

  it.each([
    ['category', { ...BENCHMARK_PRODUCT, category: 'Riddle' }, 'is not one of Product, Shop, Voucher'],
    ['query', { ...BENCHMARK_PRODUCT, query: '  ' }, 'is empty'],
    [
      'reward.price.0',
      { ...BENCHMARK_PRODUCT, reward: { product_id: '9', price: [{ about: [1, 2] }] } },
      'must be {"less than"',
    ],
    [
      'reward.price.0.between.0',
      { ...BENCHMARK_PRODUCT, reward: { product_id: '9', price: [{ between: [-5, 2] }] } },
      'must not be negative',
    ],
    [
      'reward.service',
      { ...BENCHMARK_PRODUCT, reward: { product_id: '9', service: ['lazmall'] } },
      'is none of official',
    ],
    [
      'voucher.threshold',
      { ...VOUCHER_PROBLEM, voucher: { ...VOUCHER_PROBLEM.voucher, threshold: undefined } },
      'must be a number',
    ],
    [
      'voucher.face_value',
      { ...VOUCHER_PROBLEM, voucher: { ...VOUCHER_PROBLEM.voucher, face_value: null } },
      'is missing',
    ],
    ['voucher', { ...VOUCHER_PROBLEM, voucher: undefined }, 'is missing'],
    ['voucher', { ...BENCHMARK_PRODUCT, category: 'Product', voucher: VOUCHER_PROBLEM.voucher }, 'does not belong'],
    [
      'measure.satisfying',
      { ...BENCHMARK_PRODUCT, measure: { satisfying: -3, near_misses: 0, searches: 1 } },
      'negative',
    ],
    ['query', { ...BENCHMARK_PRODUCT, query: '\u200b' }, 'is empty'],
    ['reward', { ...VOUCHER_PROBLEM, reward: [] }, 'is empty'],
    ['problem', 'nonsense', 'expected object'],
  ])('names the invalid problem field %s', (field, wire, reason) => {
    expect(parseProblem(wire)).toEqual({ ok: false, field, reason: expect.stringContaining(reason) });
  });

  it('keeps every value of an option that is named twice, as two constraints', () => {
    const reward = { product_id: '1', title: ['Lamp'], sku_options: [{ size: 'red' }, { size: 'blue' }] };
    const parsed = parseProblem({ query: 'a lamp', reward });
    expect(parsed.ok && parsed.problem.targets[0]).toMatchObject({
      options: { size: 'red' },
      attributes: { size: ['blue'] },
    });
  });
});
