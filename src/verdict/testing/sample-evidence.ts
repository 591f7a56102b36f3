import type { Call } from '../../gateway/calls.ts';
import type { Product } from '../../market/product.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import type { Problem, Target } from '../../problems/problem.ts';
import type { AttemptEvidence, ScoredEvidence } from '../rules/attempt-evidence.ts';
import type { ProductLookup } from '../rules/score-attempt.ts';
import { shownProducts } from '../rules/shown-products.ts';

/** Evidence for tests, in the shape that the agent kit gives dialogues and the gateway gives calls. */

export const LAMP = sampleProduct('lamp', {
  shop_id: 'shop-a',
  title: 'Kavari Arendo Desk Lamp Dimmable Touch Control',
  price: 300,
  service: ['COD', 'freeShipping'],
  sku_options: { a: { color_family: 'black', size: 'm' }, b: { color_family: 'white', size: 'l' } },
  attributes: { material: ['steel', 'wood'], brand: ['kavari'] },
});
/** Meets all requirements of the lamp. */
export const OTHER_LAMP = sampleProduct('other-lamp', { ...LAMP, product_id: 'other-lamp', price: 250 });
export const MAT = sampleProduct('mat', {
  shop_id: 'shop-a',
  title: 'Yoga Mat Non Slip',
  price: 220.5,
  service: ['COD'],
  attributes: { thickness: ['6 mm'] },
});
/** Meets no requirement of a mat. */
export const BOTTLE = sampleProduct('bottle', { shop_id: 'shop-a', title: 'Water Bottle Steel', price: 10 });

export const LAMP_WISH: Target = {
  productId: 'lamp',
  titles: ['Kavari Arendo Desk Lamp'],
  price: { mode: 'less than', high: 300 },
  services: ['COD'],
  options: { color_family: 'black' },
  attributes: { material: ['steel'] },
};
export const MAT_WISH: Target = {
  productId: 'mat',
  titles: ['Yoga Mat'],
  services: [],
  options: {},
  attributes: { thickness: ['6 mm'] },
};

export function sampleProblem(rest: Partial<Problem> = {}): Problem {
  return { id: 'p-1', category: 'product', query: 'a lamp', difficulty: 'easy', targets: [LAMP_WISH], ...rest };
}

export const SHOP_PROBLEM = sampleProblem({ id: 'p-2', category: 'shop', targets: [LAMP_WISH, MAT_WISH] });
export const VOUCHER_PROBLEM = sampleProblem({
  id: 'p-3',
  category: 'voucher',
  targets: [LAMP_WISH, MAT_WISH],
  voucher: {
    scope: 'platform',
    threshold: 500,
    discount: { type: 'fixed', amount: 100 },
    budget: 450,
    priceAfterVoucher: 420.5,
  },
});

export function lookupOf(products: readonly Product[] = [LAMP, OTHER_LAMP, MAT, BOTTLE]): ProductLookup {
  const byId = new Map(products.map((product) => [product.product_id, product]));
  return (id) => byId.get(id);
}

export function sampleStep(name: string, parameters: unknown, rest: Record<string, unknown> = {}): unknown {
  return {
    completion: {
      reasoning_content: '',
      content: '',
      message: { think: 'On to the next.', tool_call: [{ name, parameters, tool_call_id: 'x', result: 'done' }] },
    },
    extra_info: { step: 1, query: 'a lamp', timestamp: 1_700_000_000_000 },
    ...rest,
  };
}

/** A dialogue of a search, a recommendation and the end. */
export function sampleDialogue(productIds: unknown): readonly unknown[] {
  return [
    sampleStep('find_product', { q: 'lamp' }),
    sampleStep('recommend_product', { product_ids: productIds }),
    sampleStep('terminate', { status: 'success' }),
  ];
}

export function sampleSearchCall(ids: readonly string[], rest: Partial<Call> = {}): Call {
  return {
    sequence: 1,
    time: '2026-03-01T10:00:00.000Z',
    kind: 'search',
    method: 'GET',
    path: '/search/find_product',
    parameters: { q: 'lamp' },
    request: null,
    status: 200,
    response: ids.map((product_id) => ({ product_id })),
    duration_ms: 1,
    usage: null,
    price_microdollars: null,
    fault: null,
    previous: '0'.repeat(64),
    hash: '0'.repeat(64),
    ...rest,
  };
}

/** Evidence for judges, which use the calls, and for the rules, which use the products they showed. */
export function sampleEvidence(
  productIds: unknown,
  rest: Partial<AttemptEvidence> = {},
): AttemptEvidence & ScoredEvidence {
  const calls = rest.calls ?? [sampleSearchCall(['lamp', 'other-lamp', 'mat', 'bottle'])];
  return {
    problem: sampleProblem(),
    dialogue: sampleDialogue(productIds),
    fault: null,
    ...rest,
    calls,
    shown: shownProducts(calls),
  };
}
