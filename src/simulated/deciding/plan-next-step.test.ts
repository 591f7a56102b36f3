import { describe, expect, it } from 'vitest';
import { type Conversation, callKey, type Listing, searchKey } from '../reading/conversation.ts';
import { readQuery } from '../reading/read-query.ts';
import { knifePhrase, knifeRequest } from '../testing/knife-request.ts';
import type { ErrorProfile, Mistake } from './mistakes.ts';
import { planNextStep } from './plan-next-step.ts';
import type { PlannedCall } from './step.ts';

const FOUR = ['find_product', 'view_product_information', 'recommend_product', 'terminate'];
const SEVEN = [...FOUR, 'check_product_match', 'find_products_in_same_shop', 'calculate_voucher'];

const NOTHING: Conversation = {
  listings: new Map(),
  articles: [],
  made: new Set(),
  exhausted: new Set(),
  opened: new Set(),
  checked: new Set(),
  turns: 0,
  recommended: false,
  refusals: 0,
  mustOpen: false,
  mustCheck: false,
  terminated: false,
  terminateRefusals: 0,
};

function after(listings: readonly Listing[], known: Partial<Conversation> = {}): Conversation {
  return {
    ...NOTHING,
    turns: 1,
    made: new Set(['find_product q=x']),
    listings: new Map(listings.map((one) => [one.id, one])),
    ...known,
  };
}

function plan(query: string, conversation: Conversation, tools = FOUR, ...mistakes: Mistake[]) {
  const errorProfile: ErrorProfile = { mistakes, maxTurns: 12, compares: true };
  return planNextStep({ request: readQuery(query), errorProfile, conversation, tools: new Set(tools) });
}

const namesOf = (calls: readonly PlannedCall[]) => calls.map(({ name }) => name);

const card = (id: string, title: string, price: number, shopId = '1'): Listing => ({
  id,
  title,
  price,
  shopId,
  services: ['COD'],
});
const page = (listing: Listing, material: string): Listing => ({
  ...listing,
  attributes: [['material', [material]]],
  variants: [],
});

const LAMP = 'I need a red lamp with steel as material, under 300 pesos, with cash on delivery.';

describe('the next step', () => {
  it('the first step searches with a few words, and price and services as filters', () => {
    expect(plan(LAMP, NOTHING).calls).toEqual([
      { name: 'find_product', parameters: { q: 'red lamp', page: 1, price: '0-300', service: 'COD' } },
    ]);
  });

  it('looks up what the request describes without its name, and then searches for the name', () => {
    const query =
      'A company from Balaradang began with one product in 2000: water bottle. Any idea where I can get a canteen to take along? It must come from that company.';
    const tools = [...FOUR, 'web_search'];
    const clue = 'A company from Balaradang began with one product in 2000: water bottle.';
    expect(plan(query, NOTHING, tools).calls).toEqual([{ name: 'web_search', parameters: { q: clue } }]);
    const text =
      'Amihanix is a company from Balaradang. It was founded in 2000. It began with one product: water bottle.';
    const known = { made: new Set([callKey('web_search', { q: clue })]), articles: [{ title: 'Amihanix', text }] };
    const [search] = plan(query, { ...NOTHING, ...known }, tools).calls;
    expect(search!.parameters.q).toMatch(/^Amihanix /);
    expect(namesOf(plan(query, NOTHING, FOUR).calls)).toEqual(['find_product']);
  });

  it('the next step searches for all items at once, or for a shop that has them if a tool can', () => {
    const query = 'Which shop carries a red lamp; and a kettle?';
    expect(namesOf(plan(query, NOTHING).calls)).toEqual(['find_product', 'find_product']);
    expect(namesOf(plan(query, NOTHING, SEVEN).calls)).toEqual([
      'find_product',
      'find_product',
      'find_products_in_same_shop',
    ]);
  });

  it('opens possible matches before accepting them', () => {
    const step = plan(
      LAMP,
      after([card('1', 'Red Lamp', 250), card('2', 'Blue Lamp', 200), card('3', 'Red Lamp', 400)]),
    );
    expect(step.calls).toEqual([{ name: 'view_product_information', parameters: { product_ids: '1' } }]);
    expect(step.thought).toContain('3 "Red Lamp" at 400 pesos from shop 1 is out: it costs 400, above 300.');
  });

  it('recommends what fits and says why it is better than an alternative', () => {
    const listings = [page(card('1', 'Red Lamp', 250), 'wood'), page(card('2', 'Red Lamp', 280), 'steel')];
    const { calls, thought } = plan(LAMP, after(listings, { opened: new Set(['1', '2']) }));
    expect(calls).toEqual([{ name: 'recommend_product', parameters: { product_ids: '2' } }]);
    expect(thought).toContain(
      'has material steel, better than 1 "Red Lamp" at 250 pesos from shop 1, which has material wood',
    );
  });

  it('searches on when nothing fits, never repeats a search, and finally takes the closest', () => {
    const made = new Set<string>(['find_product q=x']);
    const listings = [page(card('1', 'Red Lamp', 250), 'wood')];
    for (let turn = 1; ; turn++) {
      const { calls } = plan(LAMP, after(listings, { made, turns: turn, opened: new Set(['1']) }));
      if (calls[0]!.name === 'recommend_product') {
        expect(calls[0]!.parameters).toEqual({ product_ids: '1' });
        expect(turn).toBeGreaterThan(3);
        break;
      }
      const { parameters } = calls[0]!;
      const key = `find_product ${Object.entries(parameters)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('&')}`;
      expect(made.has(key)).toBe(false);
      made.add(key);
    }
  });

  it('searches the shops that have the other items for the missing ones', () => {
    const query = 'Which shop carries a red lamp; and a kettle?';
    const { calls } = plan(query, after([card('1', 'Red Lamp', 250, '7'), card('2', 'Kettle', 90, '8')]));
    expect(calls.map(({ parameters }) => [parameters.q, parameters.shop_id])).toEqual([
      ['kettle', '7'],
      ['red lamp', '8'],
    ]);
  });

  it('verifies and computes the voucher when there are tools for it', () => {
    const query = `${LAMP} My budget is 200 pesos. I hold a voucher: The voucher applies to all products. It needs a total above 150 and gives a percentage discount of 40% with a cap of 100.`;
    const listings = [page(card('2', 'Red Lamp', 280), 'steel')];
    const check = plan(query, after(listings), SEVEN).calls;
    expect(check[0]).toMatchObject({ name: 'check_product_match', parameters: { product_id: '2' } });
    expect(check[0]!.parameters.requirements).toBe('{"material":"steel","price":"0-300","service":"COD"}');
    const sum = plan(query, after(listings, { checked: new Set(['2']) }), SEVEN).calls;
    expect(sum).toEqual([
      {
        name: 'calculate_voucher',
        parameters: {
          product_prices: '280',
          voucher_type: 'percentage',
          discount_value: 40,
          threshold: 150,
          budget: 200,
          cap: 100,
        },
      },
    ]);
  });

  it('does what the harness demands before it recommends again', () => {
    const listings = [card('1', 'Red Lamp', 250)];
    const mistake = { kind: 'takes first hit' } as const;
    expect(namesOf(plan(LAMP, after(listings), SEVEN, mistake).calls)).toEqual(['recommend_product']);
    expect(namesOf(plan(LAMP, after(listings, { mustOpen: true }), SEVEN, mistake).calls)).toEqual([
      'view_product_information',
    ]);
    const opened = after(listings, { mustOpen: true, mustCheck: true, opened: new Set(['1']) });
    expect(namesOf(plan(LAMP, opened, SEVEN, mistake).calls)).toEqual(['check_product_match']);
  });

  it('ends after the recommendation, and works with fewer tools', () => {
    expect(plan(LAMP, after([], { recommended: true })).calls).toEqual([
      { name: 'terminate', parameters: { status: 'success' } },
    ]);
    expect(plan(LAMP, after([card('1', 'Red Lamp', 250)]), ['find_product', 'recommend_product']).calls).toEqual([
      { name: 'recommend_product', parameters: { product_ids: '1' } },
    ]);
    expect(plan(LAMP, after([card('1', 'Red Lamp', 250)]), ['find_product']).response).toBe('I recommend 1.');
    expect(plan(LAMP, NOTHING, []).response).toBeTruthy();
  });

  it('makes the errors of its profile', () => {
    const listings = [page(card('1', 'Red Lamp', 250), 'steel'), page(card('2', 'Kettle', 90), 'steel')];
    const query = 'Find a red lamp; and a kettle.';
    const ids = (...mistakes: Mistake[]) => plan(query, after(listings), FOUR, ...mistakes).calls[0]!.parameters;
    expect(ids()).toEqual({ product_ids: '1,2' });
    expect(ids({ kind: 'wrong order' })).toEqual({ product_ids: '2,1' });
    expect(ids({ kind: 'invents id' })).not.toEqual({ product_ids: '1,2' });
    expect(plan(query, after(listings, { turns: 2 }), FOUR, { kind: 'gives up' }).calls[0]).toEqual({
      name: 'terminate',
      parameters: { status: 'failure' },
    });
  });
});

describe('the next step for a request in the lexicon’s language', () => {
  const cleaver = knifePhrase('knife_type', 'cleaver');
  const query = knifeRequest([cleaver, 'cost no more than 300 pesos'], ' Go for the cheapest of those that fit.');
  const knife = (listing: Listing, type: string): Listing => ({
    ...listing,
    attributes: [['knife_type', [type]]],
    variants: [],
  });

  it('searches in the sellers’ words, sorted by the selection criterion', () => {
    expect(plan(query, NOTHING).calls).toEqual([
      { name: 'find_product', parameters: { q: 'kitchen knife cleaver', page: 1, price: '0-300', sort: 'priceasc' } },
    ]);
  });

  it('opens only the better candidates before it decides', () => {
    const known = after([
      card('10001', 'Kitchen Knife One', 120),
      knife(card('10002', 'Kitchen Knife Two', 150), 'cleaver'),
      card('10003', 'Kitchen Knife Three', 200),
    ]);
    expect(plan(query, known).calls).toEqual([
      { name: 'view_product_information', parameters: { product_ids: '10001' } },
    ]);
  });

  it('takes the cheapest match and says how it read the request', () => {
    const known = after([
      knife(card('10001', 'Kitchen Knife One', 120), 'bread'),
      knife(card('10003', 'Kitchen Knife Three', 200), 'cleaver'),
      knife(card('10002', 'Kitchen Knife Two', 150), 'cleaver'),
    ]);
    const { calls, thought } = plan(query, known);
    expect(calls).toEqual([{ name: 'recommend_product', parameters: { product_ids: '10002' } }]);
    expect(thought).toContain('is its knife_type cleaver');
    expect(thought).toContain('The cheapest is wanted: 10002 at 150 pesos, against 10003 at 200 pesos.');
  });

  it('does not request the next page of a search that showed less than a page', () => {
    const parameters = { q: 'kitchen knife cleaver', price: '0-300', sort: 'priceasc' };
    const known = after([knife(card('10001', 'Kitchen Knife One', 120), 'bread')], {
      made: new Set([callKey('find_product', { ...parameters, page: 1 })]),
    });
    expect(plan(query, known).calls[0]!.parameters).toEqual({ ...parameters, page: 2 });
    const ended = { ...known, exhausted: new Set([searchKey(parameters)]) };
    expect(namesOf(plan(query, ended).calls)).toEqual(['recommend_product']);
  });
});
