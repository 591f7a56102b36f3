import { Fault } from '../../fault/fault.ts';
import { shortenAfter } from '../../text/shorten.ts';
import { analyse } from '../analysis/analyse.ts';
import { isService, SERVICES, type Service } from '../service.ts';
import { MAX_PAGE, type ProductQuery, SORT_ORDERS, type SortOrder } from './search.ts';

/** The parameters of `find_product` as received: strings or missing. */
export interface WireQuery {
  readonly q?: string | undefined;
  readonly page?: string | undefined;
  readonly shop_id?: string | undefined;
  readonly price?: string | undefined;
  readonly sort?: string | undefined;
  readonly service?: string | undefined;
}

export interface ParseOptions {
  /**
   * Handle invalid values like the reference: ignore the filter, or find nothing. A model trained on that learns to
   * send filters that have no effect, so the default is to report the error.
   */
  readonly compat?: boolean;
}

export const MAX_QUERY_LENGTH = 4_096;

/** More words than any shopper types. The limit also keeps score sums exact, see `contribution`. */
const MAX_QUERY_TERMS = 256;

/**
 * Parses a query; returns `undefined` if the reference would answer with an empty page. Throws a fault that names the
 * accepted form.
 */
export function parseProductQuery(wire: WireQuery, options: ParseOptions = {}): ProductQuery | undefined {
  return options.compat === true ? parseLeniently(wire) : parseStrictly(wire);
}

function parseStrictly(wire: WireQuery): ProductQuery {
  const q = decodeEscapes(wire.q ?? '');
  if (q.trim() === '') throw badQuery('q is empty', 'Send the words to look for, for example q=red desk lamp.');
  if (q.length > MAX_QUERY_LENGTH) {
    throw badQuery(`q has ${q.length} characters`, `Send at most ${MAX_QUERY_LENGTH}; a handful of words finds most.`);
  }
  const terms = analyse(q);
  if (terms.length > MAX_QUERY_TERMS) {
    throw badQuery(`q has ${terms.length} words`, `Send at most ${MAX_QUERY_TERMS}; a handful finds most.`);
  }
  return {
    terms,
    page: strictPage(wire.page),
    services: strictServices(wire.service),
    sort: strictSort(wire.sort),
    ...optional('price', strictPrice(wire.price)),
    ...optional('shopId', wire.shop_id === undefined || wire.shop_id === '' ? undefined : wire.shop_id),
  };
}

function parseLeniently(wire: WireQuery): ProductQuery | undefined {
  const page = /^[1-9]\d*$/.test(wire.page ?? '') ? Number(wire.page) : 0;
  const q = (wire.q ?? '').replaceAll(REFERENCE_SPECIAL, ' ').trim();
  if (page < 1 || page > MAX_PAGE || q === '') return undefined;
  const sort = SORT_ORDERS.find((order) => order === wire.sort) ?? 'default';
  const services = (wire.service ?? '').split(',').filter(isService);
  return {
    terms: analyse(q.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_QUERY_TERMS),
    page,
    services: [...new Set(services)],
    sort,
    ...optional('price', lenientPrice(wire.price)),
    ...optional('shopId', wire.shop_id === '' ? undefined : wire.shop_id),
  };
}

/** Characters that the reference replaces by spaces before it searches. */
const REFERENCE_SPECIAL = /[+\-&|!(){}[\]^"~*?:\\/]/g;

/**
 * Public agents encode a query that their HTTP client then encodes again. Escapes that are not valid UTF-8 were not
 * meant as escapes ("100% cotton") and stay as they are.
 */
export function decodeEscapes(q: string): string {
  return q.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes).replaceAll('+', ' ');
    } catch {
      return escapes;
    }
  });
}

function strictPage(page: string | undefined): number {
  if (page === undefined || page === '') return 1;
  const number = /^\d{1,3}$/.test(page.trim()) ? Number(page) : 0;
  if (number >= 1 && number <= MAX_PAGE) return number;
  throw badFilter('page', page, `a whole number from 1 to ${MAX_PAGE}`);
}

const AMOUNT = String.raw`\d{1,15}(?:\.\d{1,15})?`;
const PRICE_FORM = new RegExp(`^\\s*(${AMOUNT})\\s*-\\s*(${AMOUNT})?\\s*$`);

function strictPrice(price: string | undefined): ProductQuery['price'] {
  if (price === undefined || price === '') return undefined;
  const match = PRICE_FORM.exec(price);
  const range = match && { low: Number(match[1]), high: match[2] === undefined ? Infinity : Number(match[2]) };
  if (range && range.low <= range.high) return range;
  throw badFilter('price', price, '"low-high" or "low-", for example "0-300", "180-505" or "1000-"');
}

function lenientPrice(price: string | undefined): ProductQuery['price'] {
  const parts = (price ?? '').split('-');
  if (parts.length !== 2) return undefined;
  const [low, high] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part))) as [number, number];
  if (Number.isNaN(low) && Number.isNaN(high)) return undefined;
  return { low: Number.isNaN(low) ? 0 : low, high: Number.isNaN(high) ? Infinity : high };
}

function strictServices(service: string | undefined): Service[] {
  const services = new Set<Service>();
  for (const name of (service ?? '').split(',').map((part) => part.trim())) {
    if (isService(name)) services.add(name);
    else if (name !== '' && name !== 'default') {
      throw badFilter('service', name, `a comma list of ${SERVICES.join(', ')}, or default for none`);
    }
  }
  return [...services];
}

function strictSort(sort: string | undefined): SortOrder {
  if (sort === undefined || sort === '') return 'default';
  const known = SORT_ORDERS.find((order) => order === sort.trim());
  if (known !== undefined) return known;
  throw badFilter('sort', sort, `one of ${SORT_ORDERS.join(', ')}`);
}

function badFilter(name: string, value: string, accepted: string): Fault {
  return new Fault('SEARCH_FILTER_INVALID', {
    message: `${name} ${quote(value)} is not understood: it must be ${accepted}.`,
    remedy: `Send ${name} in that form, or leave it out.`,
  });
}

function badQuery(message: string, remedy: string): Fault {
  return new Fault('SEARCH_QUERY_INVALID', { message: `${message}.`, remedy });
}

/** The value is untrusted and appears in logs and answers, so it is shortened and control characters are replaced. */
function quote(value: string): string {
  return JSON.stringify(shortenAfter(value, 60).replaceAll(/[\p{Cc}\p{Cf}]/gu, '?'));
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
