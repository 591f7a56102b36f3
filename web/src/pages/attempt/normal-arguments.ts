import { canonicalJson } from '../../../../src/json/canonical-json.ts';
import { isJsonObject } from '../../../../src/json/json-object.ts';

/** Lists that are sent as text, with or without spaces. */
const COMMA_LISTS = new Set(['product_ids', 'service']);

/**
 * Arguments of a call as they are sent in a query string, so that an agent's JSON claim can be compared with the
 * recorded request: numbers become digits, empty values are dropped, and page 1 is the default.
 */
export function normalArguments(given: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(given)) return {};
  const named = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const text = COMMA_LISTS.has(name) ? partsOf(value) : textOf(value);
    return text === '' || (name === 'page' && text === '1') ? [] : [[name, text]];
  });
  return Object.fromEntries(named.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}

function partsOf(value: unknown): string {
  const parts = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',');
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(',');
}
