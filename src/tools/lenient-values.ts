import { z } from 'zod';
import { isJsonObject } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';

/**
 * Reads values as models write them, if they have only one possible meaning: "120" for 120, 1001 for "1001", a list for
 * a comma-separated list, JSON text for the value it encodes. Schemas show the proper form.
 */

/** Sums of fewer than a thousand such amounts are exact to the centavo. */
const MAX_AMOUNT = 1e12;

const NUMBER = /^\s*\d{1,15}(\.\d{1,15})?\s*$/;

export function amount() {
  const error = `must be a number from 0 to ${MAX_AMOUNT}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : value),
    z
      .number(error)
      .min(0, error)
      .refine((number) => number <= MAX_AMOUNT, error),
  );
}

export function wholeNumber(low: number, high: number) {
  const error = `must be a whole number from ${low} to ${high}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : value),
    z.number(error).int(error).min(low, error).max(high, error),
  );
}

export function text(form: string) {
  return z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string(`must be ${form}`));
}

export function commaList(form: string) {
  return z.preprocess(
    (value) => {
      const parts: unknown[] = Array.isArray(value) ? value : [value];
      const plain = parts.every((part) => typeof part === 'string' || typeof part === 'number');
      return plain && parts.length > 0 ? parts.join(',') : undefined;
    },
    z.string(`must be ${form}`),
  );
}

/** The non-empty parts of a comma-separated list. */
export function partsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function jsonOr<Value extends z.ZodType>(shape: Value) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const json = parseJson(value);
    return json.ok ? json.value : undefined;
  }, shape);
}

/** Models leave a field out by sending `null` or empty text. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

export function withoutEmpty(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));
}
