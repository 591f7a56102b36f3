import { canonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject } from '../../json/json-object.ts';
import { separatedTerms } from '../../text/words.ts';
import { normalIds, normalSearch, normalText } from '../agency/normal-arguments.ts';

/** A call for comparison. `arguments` is `null` if they are not a JSON object. */
export interface ComparedCall {
  readonly name: string;
  readonly arguments: JsonObject | null;
}

/**
 * Similarity of two calls, from 0 to 1: the name, the parameters given, and their values, with texts compared by the
 * words they share. This is the published per-step reward of tool learning without its pitfalls: values of every type
 * count, and arguments are compared by meaning. A different tool is 0 whatever its arguments.
 */
export function callSimilarity(real: ComparedCall, predicted: ComparedCall | undefined): number {
  if (predicted === undefined || predicted.name !== real.name) return 0;
  const wanted = meaningOf(real);
  const given = meaningOf(predicted);
  const keys = overlap(Object.keys(wanted), Object.keys(given));
  const values = Object.keys(wanted).map((key) => valueSimilarity(wanted[key], given[key]));
  return (1 + keys + sum(values)) / (2 + values.length);
}

function meaningOf({ name, arguments: given }: ComparedCall): JsonObject {
  if (given === null) return {};
  if (name === 'find_product') {
    return Object.fromEntries(Object.entries(normalSearch(given)).filter(([, value]) => value !== ''));
  }
  const ids = normalIds(given);
  return ids.length > 0 && name !== 'calculate_voucher' ? { product_ids: ids.join(' ') } : given;
}

function valueSimilarity(wanted: unknown, given: unknown): number {
  if (given === undefined) return 0;
  if (typeof wanted === 'string' && typeof given === 'string') return overlap(termsOf(wanted), termsOf(given));
  return canonicalJson(wanted ?? null) === canonicalJson(given ?? null) ? 1 : 0;
}

function termsOf(text: string): string[] {
  return separatedTerms(normalText(text));
}

/** Size of the intersection of two lists divided by the size of their union, counting repetitions. */
function overlap(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 && right.length === 0) return 1;
  const open = [...right];
  let shared = 0;
  for (const each of left) {
    const place = open.indexOf(each);
    if (place === -1) continue;
    open.splice(place, 1);
    shared++;
  }
  return shared / (left.length + right.length - shared);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
