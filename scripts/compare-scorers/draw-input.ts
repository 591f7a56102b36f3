import type { Product } from '../../src/market/product.ts';
import { SERVICES } from '../../src/market/service.ts';
import { Random } from '../../src/random/random.ts';

/** A problem, the products of its market and a dialogue, as the public scorers read them. */
export interface ComparedInput {
  readonly problem: Readonly<Record<string, unknown>>;
  readonly products: Readonly<Record<string, Product>>;
  /** Similarity of two titles, under both with a line break in between. */
  readonly similarities: Readonly<Record<string, number>>;
  readonly dialogue: readonly unknown[];
}

const KEYS = ['color', 'size', 'material', 'brand'];
const VALUES = ['red', 'blue', 'xl', 'oak', ''];
const TITLES = ['lamp', 'desk lamp', 'red shade', 'chair', 'oak chair', 'stool'];
/** Around the thresholds of both scorers, 0.5 and 0.7. */
const SIMILARITIES = [0, 0.3, 0.49, 0.5, 0.6, 0.69, 0.7, 0.9];
const PRODUCTS = 5;

/** Draws an input in which products often meet what is asked, dialogues are often odd, and sums are often close. */
export function drawInput(seed: number, place: number): ComparedInput {
  const random = new Random(seed, place);
  const products = Array.from({ length: PRODUCTS }, (_, number) => drawProduct(random, `p${number}`));
  const category = random.pick(['Product', 'Shop', 'Voucher']);
  const size = category === 'Product' ? 1 : 1 + random.integer(3);
  const wanted = Array.from({ length: size }, () => random.pick(products));
  const rewards = wanted.map((product) => drawReward(random, product));
  const query = `request ${place}`;
  const problem = {
    problem_id: `input-${place}`,
    category,
    query,
    difficulty: 'easy',
    reward: category === 'Product' ? rewards[0] : rewards,
    ...(category === 'Voucher' && { voucher: drawVoucher(random, wanted) }),
  };
  return {
    problem,
    products: Object.fromEntries(products.map((product) => [product.product_id, product])),
    similarities: drawSimilarities(random),
    dialogue: drawDialogue(random, wanted),
  };
}

function some<T>(random: Random, choices: readonly T[], most: number): T[] {
  return random.sample(choices, random.integer(most + 1));
}

function drawProduct(random: Random, id: string): Product {
  const variant = () => Object.fromEntries(some(random, KEYS, 2).map((key) => [key, random.pick(VALUES)]));
  return {
    product_id: id,
    shop_id: random.chance(0.7) ? 's1' : 's2',
    title: random.pick(TITLES),
    price: random.integer(200_000) / (random.chance(0.5) ? 100 : 1_000),
    service: some(random, SERVICES, 3),
    sold_count: 0,
    brand: '',
    category: [],
    short_description: '',
    description: '',
    sku_options: random.chance(0.2) ? {} : { a: variant(), b: variant() },
    attributes: Object.fromEntries(some(random, KEYS, 3).map((key) => [key, some(random, VALUES, 2)])),
  };
}

/** Asks for what the product has, and now and then for something else. */
function drawReward(random: Random, product: Product): object {
  const options = Object.entries(random.pick([{}, ...Object.values(product.sku_options)]));
  const attributes = Object.entries(product.attributes);
  const other = [random.pick(KEYS), random.pick(VALUES)] as const;
  const withOther = random.chance(0.3) ? [...options, other] : options;
  const reward = {
    product_id: random.chance(0.4) ? product.product_id : 'elsewhere',
    title: random.chance(0.8) ? [random.chance(0.5) ? product.title : random.pick(TITLES)] : [],
    price: random.chance(0.6) ? [drawPrice(random, product.price)] : [],
    service: random.chance(0.3) ? [random.pick(SERVICES)] : product.service.slice(0, 1),
    sku_options: withOther.map(([key, value]) => ({ [key]: value })),
    attributes: some(random, attributes, 2).map(([key, given]) => ({ [key]: given })),
  };
  // Fields may be missing.
  return Object.fromEntries(Object.entries(reward).filter(([name]) => name === 'product_id' || random.chance(0.9)));
}

function drawPrice(random: Random, price: number): object {
  const near = random.chance(0.3) ? price : price * (0.7 + 0.6 * random.next());
  const mode = random.pick(['less than', 'greater than', 'between']);
  if (mode === 'less than') return { [mode]: [null, near] };
  return { [mode]: mode === 'greater than' ? [near, null] : [near * 0.8, near] };
}

function drawVoucher(random: Random, wanted: readonly Product[]): object {
  const total = wanted.reduce((sum, { price }) => sum + price, 0);
  const isFixed = random.chance(0.5);
  const [amount, share] = [Math.round(total * 30) / 100, random.integer(50) / 100];
  const cap = Math.round(total * random.next() * 50) / 100;
  const after = isFixed ? total - amount : Math.max(total * (1 - share), total - cap);
  // Sums of the same prices in another order, or rounded to centavos, differ in the last digits.
  const exact = random.pick([total, after, wanted.toReversed().reduce((sum, { price }) => sum + price, 0)]);
  return {
    voucher_type: random.pick(['platform', 'shop']),
    threshold: random.chance(0.3) ? Math.round(exact * 100) / 100 : total * random.next() * 1.2,
    discount_type: isFixed ? 'fixed' : 'percentage',
    face_value: isFixed ? amount : null,
    discount: isFixed ? null : share,
    cap: isFixed ? null : cap,
    price_after_voucher: Math.max(0, after),
    budget: Math.max(0, random.chance(0.4) ? Math.round(exact * 100) / 100 : total * (0.6 + 0.6 * random.next())),
  };
}

function drawSimilarities(random: Random): Record<string, number> {
  const pairs = TITLES.flatMap((left, place) => TITLES.slice(place + 1).map((right) => [left, right] as const));
  return Object.fromEntries(
    pairs.flatMap(([left, right]) => {
      const similarity = random.pick(SIMILARITIES);
      return [
        [`${left}\n${right}`, similarity],
        [`${right}\n${left}`, similarity],
      ];
    }),
  );
}

function drawDialogue(random: Random, wanted: readonly Product[]): unknown[] {
  const steps: unknown[] = Array.from({ length: random.integer(3) }, () =>
    stepOf(random, [{ name: 'find_product', parameters: { q: 'lamp' } }]),
  );
  if (random.chance(0.95)) steps.push(stepOf(random, [recommendation(random, wanted)]));
  if (random.chance(0.2)) steps.push(stepOf(random, [recommendation(random, wanted)]));
  if (random.chance(0.8)) steps.push(stepOf(random, [{ name: 'terminate', parameters: { status: 'success' } }]));
  return steps.map((step) => (random.chance(0.03) ? damaged(random, step) : step));
}

function recommendation(random: Random, wanted: readonly Product[]): object {
  const ids = wanted.map(({ product_id }) => (random.chance(0.85) ? product_id : `p${random.integer(PRODUCTS + 1)}`));
  if (random.chance(0.1)) ids.push('p0');
  if (random.chance(0.05)) ids.pop();
  const separator = random.chance(0.9) ? ',' : random.pick([', ', ' ,', ',,', ',\u00a0', ';']);
  const text = ids.join(separator);
  const product_ids = random.chance(0.95) ? text : random.pick<unknown>([ids, 7, null, '', ' ', { id: text }]);
  return { name: 'recommend_product', parameters: random.chance(0.99) ? { product_ids } : {} };
}

function stepOf(random: Random, calls: readonly object[]): object {
  const text = random.pick(['So.', 'I think <think> so.', '</tool_call>', '']);
  const think = random.chance(0.9) ? 'On to the next.' : text;
  const message = {
    ...(random.chance(0.95) && { think }),
    ...(random.chance(0.97) && { tool_call: calls }),
    ...(random.chance(0.1) && { response: random.pick(['Done.', '<response>', '']) }),
    ...(random.chance(0.2) && { obs: [{ tool_call_id: 'x' }] }),
  };
  const timestamp = random.chance(0.9) ? 1_700_000_000_000 : random.pick<unknown>([0, -1, null, '5', true]);
  const info = random.chance(0.95) ? { extra_info: { timestamp } } : {};
  return { completion: { message }, ...info };
}

/** Forms that agents return by mistake. */
function damaged(random: Random, step: unknown): unknown {
  const message = (step as { completion: { message: Record<string, unknown> } }).completion.message;
  const withField = (field: object): object => ({ completion: { message: { ...message, ...field } } });
  return random.pick<unknown>([
    { extra_info: { timestamp: 5 } },
    { completion: {} },
    { completion: { message: {} } },
    { completion: { message: null } },
    { completion: { message: 'recommend_product' } },
    withField({ think: null }),
    withField({ think: 5 }),
    withField({ response: ['Done.'] }),
    withField({ user: 7 }),
    withField({ obs: 'found' }),
    withField({ tool_call: null }),
    withField({ tool_call: 'recommend_product' }),
    withField({ tool_call: ['recommend_product'] }),
    withField({ tool_call: [{ parameters: { product_ids: 'p1' } }] }),
    withField({ tool_call: [{ name: 'recommend_product' }] }),
    withField({ tool_call: [{ name: 'recommend_product', parameters: 'p1' }] }),
    withField({ tool_call: [{ name: 5, parameters: {} }] }),
  ]);
}
