/** How two values of a parameter are compared. */
export type ParameterKind =
  /** Free text. */
  | 'words'
  /** Set of ids; duplicates count once. */
  | 'ids'
  /** List with one entry per product. */
  | 'list'
  | 'amounts'
  | 'range'
  /** Required attributes of a product, by name. */
  | 'requirements'
  /** List of searches. */
  | 'items'
  /** Enums, numbers and other values that are either equal or not. */
  | 'value';

/** Schemas describe these only as texts, lists and records. */
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

/** Values that tools use for missing parameters. Passing the default is the same as omitting it. */
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
