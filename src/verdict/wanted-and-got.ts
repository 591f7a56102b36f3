import type { PriceConstraint, Problem, Target } from '../problems/problem.ts';
import { counted } from '../text/counted.ts';
import type { ScoreField } from './score-fields.ts';
import type { ShownListing } from './shown-listings.ts';
import type { RuleVerdict } from './verdict.ts';

/** How many requirements a problem has for one product, for readers who may not see the answer key. */
export interface AskedItem {
  readonly price: boolean;
  readonly services: number;
  readonly options: number;
  readonly attributes: number;
}

/** What the reader may see of the requirements: the problem with its key, only their number, or nothing. */
export type Wanted = Problem | { readonly items: readonly AskedItem[]; readonly voucher: boolean } | 'hidden';

/** One required field of one product, and what was recommended. */
export interface WantedAndGot {
  /** Item number from 1; 0 for fields of all products together. */
  readonly item: number;
  readonly field: string;
  readonly wanted: string;
  readonly got: string;
  /** Score over all products together, as in the verdict. */
  readonly score: number;
}

const NOTHING = 'nothing';
const NOT_SHOWN = 'not shown by any search';
const NOT_OPENED = 'its page was not opened';

/**
 * Compares, field by field, what a problem required and what an attempt recommended. The recommended values are read
 * from recorded calls, so they are values the agent could see.
 */
export function wantedAndGot(
  { recommended, scores }: Pick<RuleVerdict, 'recommended' | 'scores'>,
  wanted: Wanted,
  listings: ReadonlyMap<string, ShownListing>,
): readonly WantedAndGot[] {
  const items = itemsOf(wanted, recommended.length);
  const rows = items.flatMap((fields, place): WantedAndGot[] => {
    const id = recommended[place];
    const listing = id === undefined ? undefined : listings.get(id);
    const product = { field: 'product', wanted: fields.product, got: id ?? NOTHING, score: scores.product };
    const asked = fields.asked.map(({ name, score, wanted: text, got }) => ({
      field: name,
      wanted: text,
      got: id === undefined ? NOTHING : listing === undefined ? NOT_SHOWN : got(listing),
      score: scores[score] ?? 0,
    }));
    return [product, ...asked].map((row) => ({ item: place + 1, ...row }));
  });
  return [...rows, ...cartRows(wanted, recommended, scores, listings)];
}

function itemsOf(wanted: Wanted, recommended: number): readonly ItemFields[] {
  if (wanted === 'hidden') return Array<ItemFields>(Math.max(1, recommended)).fill(HIDDEN_FIELDS);
  return 'targets' in wanted ? wanted.targets.map(fieldsOfTarget) : wanted.items.map(fieldsOfCount);
}

interface AskedField {
  readonly name: string;
  readonly score: ScoreField;
  readonly wanted: string;
  readonly got: (listing: ShownListing) => string;
}

interface ItemFields {
  readonly product: string;
  readonly asked: readonly AskedField[];
}

function fieldsOfTarget(target: Target): ItemFields {
  const { productId, accepts, titles, price, services, keyword } = target;
  const pairs = [
    ...Object.entries(target.options),
    ...Object.entries(target.attributes).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  ];
  const others = (accepts?.length ?? 1) - 1;
  return {
    product: others > 0 ? `${productId} or one of ${counted(others, 'other')}` : productId,
    asked: [
      ...(titles.length === 0 ? [] : [title(titles.join(' | '))]),
      ...(keyword === undefined ? [] : [{ ...title(keyword), name: 'keyword', score: 'keyword' as const }]),
      ...(price === undefined ? [] : [priceField(priceText(price))]),
      ...(services.length === 0 ? [] : [service(services.join(', '))]),
      ...(pairs.length === 0 ? [] : [options(pairs.map(([name, value]) => `${name}: ${value}`).join(', '), pairs)]),
    ],
  };
}

function fieldsOfCount({ price, services, options: named, attributes }: AskedItem): ItemFields {
  const count = named + attributes;
  return {
    product: 'see the question',
    asked: [
      title('see the question'),
      ...(price ? [priceField('a price limit')] : []),
      ...(services === 0 ? [] : [service(counted(services, 'service'))]),
      ...(count === 0 ? [] : [options(counted(count, 'option or attribute', 'options or attributes'))]),
    ],
  };
}

function title(wanted: string): AskedField {
  return { name: 'title', score: 'title', wanted, got: (listing) => listing.title ?? NOT_SHOWN };
}

function priceField(wanted: string): AskedField {
  return {
    name: 'price',
    score: 'price',
    wanted,
    got: ({ price }) => (price === undefined ? NOT_SHOWN : String(price)),
  };
}

function service(wanted: string): AskedField {
  const got = (listing: ShownListing) => listing.service?.join(', ') || (listing.service ? 'none' : NOT_SHOWN);
  return { name: 'service', score: 'service', wanted, got };
}

/** If the required names are known, the values on the page for them; otherwise the number of variants. */
function options(wanted: string, pairs?: readonly (readonly [name: string, value: string])[]): AskedField {
  return {
    name: 'options',
    score: 'sku & attrs',
    wanted,
    got: ({ sku_options: variants, attributes }) => {
      if (variants === undefined || attributes === undefined) return NOT_OPENED;
      const all = [...Object.values(variants), attributes];
      const names = new Set(pairs?.map(([name]) => name) ?? all.flatMap((each) => Object.keys(each)));
      return [...names]
        .map((name) => {
          const values = new Set(all.flatMap((each) => (Object.hasOwn(each, name) ? each[name]! : [])));
          return `${name}: ${[...values].join(' | ') || 'none'}`;
        })
        .join(', ');
    },
  };
}

const NOT_PUBLIC = 'not public';
const HIDDEN_FIELDS: ItemFields = {
  product: NOT_PUBLIC,
  asked: [title(NOT_PUBLIC), priceField(NOT_PUBLIC), service(NOT_PUBLIC), options(NOT_PUBLIC)],
};

function priceText(price: PriceConstraint): string {
  switch (price.mode) {
    case 'less than':
      return `at most ${price.high}`;
    case 'greater than':
      return `at least ${price.low}`;
    case 'between':
      return `${price.low} to ${price.high}`;
  }
}

function cartRows(
  wanted: Wanted,
  recommended: readonly string[],
  { shop, budget }: RuleVerdict['scores'],
  listings: ReadonlyMap<string, ShownListing>,
): WantedAndGot[] {
  const found = recommended.map((id) => listings.get(id));
  const shops = new Set(found.map((listing) => listing?.shop_id ?? 'unknown'));
  const total = found.reduce((sum, listing) => sum + (listing?.price ?? 0), 0);
  const isWhole = found.length > 0 && found.every((listing) => listing?.price !== undefined);
  const limit =
    wanted !== 'hidden' && 'targets' in wanted && wanted.voucher !== undefined ? ` of ${wanted.voucher.budget}` : '';
  return [
    ...(shop === undefined
      ? []
      : [{ item: 0, field: 'shop', wanted: 'all from one shop', got: [...shops].join(', ') || NOTHING, score: shop }]),
    ...(budget === undefined
      ? []
      : [
          {
            item: 0,
            field: 'budget',
            wanted: `within the budget${limit} after the voucher`,
            got: isWhole ? `${Number(total.toFixed(2))} before the voucher` : 'not every product is there',
            score: budget,
          },
        ]),
  ];
}
