import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { partsOf } from '../../tools/lenient-values.ts';

/** A normalised search. Omitted, empty and default values are all represented as empty. */
export interface NormalSearch {
  readonly q: string;
  readonly page: string;
  readonly shop: string;
  readonly price: string;
  readonly sort: string;
  readonly service: string;
}

const QUERY_KEYS = ['q', 'query', 'keywords', 'keyword', 'search_query', 'text'];
const ID_KEYS = ['product_ids', 'product_id', 'ids', 'id'];

export function normalSearch(given: JsonObject): NormalSearch {
  const page = textOf(given.page);
  const sort = textOf(given.sort);
  return {
    q: normalText(textOf(given[QUERY_KEYS.find((key) => given[key] !== undefined) ?? 'q'])),
    page: page === '1' || page === '1.0' ? '' : page,
    shop: textOf(given.shop_id),
    price: textOf(given.price).replaceAll(/\s+/g, ''),
    sort: sort === 'default' ? '' : sort,
    service: listOf(given.service)
      .filter((each) => each !== 'default')
      .sort()
      .join(','),
  };
}

/** The distinct product ids in the order given. */
export function normalIds(given: JsonObject): string[] {
  const ids = new Set<string>();
  for (const key of ID_KEYS) for (const id of listOf(given[key])) ids.add(id);
  return [...ids];
}

/** Normalises a text: case, white space and Unicode variants of a letter do not make a different search. */
export function normalText(text: string): string {
  const folded = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKC');
  return folded.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** All texts in the arguments, which a macro may have searched for or opened. JSON inside a text is parsed. */
export function leavesOf(given: unknown, depth = 0): string[] {
  if (depth > 5) return [];
  if (typeof given === 'number') return [String(given)];
  if (typeof given === 'string') {
    const json = /^\s*[[{]/.test(given) ? parseJson(given) : undefined;
    return json?.ok ? leavesOf(json.value, depth + 1) : [given];
  }
  if (Array.isArray(given)) return given.flatMap((each) => leavesOf(each, depth + 1));
  return isJsonObject(given) ? Object.values(given).flatMap((each) => leavesOf(each, depth + 1)) : [];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return textOf(value[0]);
  return typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => partsOf(textOf(each)));
  return partsOf(textOf(value));
}
