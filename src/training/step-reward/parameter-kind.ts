/** In which sense two values of a parameter are alike. */
export type ParameterKind =
  /** Free text. */
  | 'words'
  /** Names of things, of which each counts once. */
  | 'ids'
  /** Parts of a list that stand for one product each. */
  | 'list'
  | 'amounts'
  | 'range'
  /** What a product must have, by name. */
  | 'requirements'
  /** Several searches. */
  | 'items'
  /** Enums, numbers and whatever else is either the same or not. */
  | 'value';

/** Schemas know these only as texts, lists and records. */
const KINDS: Readonly<Record<string, ParameterKind>> = {
  q: 'words',
  price: 'range',
  service: 'ids',
  shop_id: 'ids',
  product_id: 'ids',
  product_ids: 'ids',
  shop_ids: 'list',
  product_prices: 'amounts',
  requirements: 'requirements',
  product_queries: 'items',
};

export function kindOf(parameter: string): ParameterKind {
  return Object.hasOwn(KINDS, parameter) ? KINDS[parameter]! : 'value';
}

/** What a tool takes for a parameter that was left out; to say it is to say nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  page: 1,
  sort: 'default',
  service: 'default',
  status: 'success',
  scope: 'platform',
  cap: 0,
};

export function isDefault(parameter: string, value: unknown): boolean {
  return Object.hasOwn(DEFAULTS, parameter) && DEFAULTS[parameter] === value;
}
