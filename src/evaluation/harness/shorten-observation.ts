import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';

/** Default limit on the characters of one result. */
export const DEFAULT_MAX_OBSERVATION = 32_000;

/** With a lower limit, hardly one product of a result would remain. */
export const LEAST_MAX_OBSERVATION = 200;

/** Long texts by sellers. Everything that can be asked for is also in other fields. */
const FREE_TEXT = new Set(['description', 'short_description']);
/** Possible lengths of free texts; the first that fits is used. */
const FREE_TEXT_LENGTHS = [400, 200, 100, 50, 0];
/** Other texts are titles and error messages. They are shortened only as the last resort. */
const SHORTEST_TEXT = 40;

const ELLIPSIS = '…';

/** Values beyond these limits are not tool results and are treated as text. */
const BOUNDS = {
  maxBytes: 8 * 1024 * 1024,
  maxDepth: 32,
  maxNodes: 500_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

/**
 * Shortens a tool's result to at most `most` characters. It stays JSON with the same structure: free texts are
 * shortened first, then items are removed from the end of lists and replaced by their number. Corpus rows go through
 * the same function, so that training data matches what the model is shown.
 */
export function shortenObservation(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === DEFAULT_MAX_OBSERVATION) return cutText(text, most);
  const json = parseBoundedJson(text, BOUNDS);
  return json.ok ? shortenValue(json.value, most) : ended(text, most);
}

/** The default limit has its own format, so that runs with it stay comparable. */
function cutText(text: string, most: number): string {
  return JSON.stringify({ cut: `only the first ${most} characters`, result: text.slice(0, most) });
}

function shortenValue(value: unknown, most: number): string {
  if (typeof value === 'string') return cutToFit(value, most);
  const fits = (candidate: unknown): boolean => JSON.stringify(candidate).length <= most;
  const bare = withFreeText(value, 0);
  const items = mostThat((count) => fits(withLists(bare, count)), longestList(bare));
  const listed = (whole: unknown): unknown => withLists(whole, Math.max(1, items));
  const parts = items > 0 ? null : mostThat((count) => fits(withParts(listed(bare), count)), MOST_PARTS);
  const shortened = (whole: unknown): unknown => (parts === null ? listed(whole) : withParts(listed(whole), parts));
  for (const length of FREE_TEXT_LENGTHS) {
    const candidate = shortened(withFreeText(value, length));
    if (fits(candidate)) return JSON.stringify(candidate);
  }
  const last = withShortTexts(shortened(bare));
  return fits(last) ? JSON.stringify(last) : cutToFit(JSON.stringify(value), most);
}

/** Shortens each free text to `length` characters; removes the field if `length` is 0. */
function withFreeText(value: unknown, length: number): unknown {
  return mapped(value, (text, name) => {
    if (!FREE_TEXT.has(name)) return text;
    return length === 0 ? undefined : ended(text, length);
  });
}

function withShortTexts(value: unknown): unknown {
  return mapped(value, (text) => ended(text, SHORTEST_TEXT));
}

/** Shortens the value itself if it is a list, otherwise the lists in its fields. */
function withLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return shorter(value, most);
  return isJsonObject(value)
    ? eachField(value, (field) => (Array.isArray(field) ? shorter(field, most) : field))
    : value;
}

/** More than the variants, attributes or services of any product. */
const MOST_PARTS = 256;

/** Shortens the lists and records in the fields of single items. */
function withParts(value: unknown, most: number): unknown {
  const item = (one: unknown): unknown => (isJsonObject(one) ? eachField(one, (field) => shorter(field, most)) : one);
  if (Array.isArray(value)) return value.map(item);
  return isJsonObject(value)
    ? eachField(value, (field) => (Array.isArray(field) ? field.map(item) : item(field)))
    : value;
}

/** The mark is an element or a field itself, so that the collection keeps its type. */
function shorter(collection: unknown, most: number): unknown {
  if (Array.isArray(collection)) {
    if (collection.length <= most) return collection;
    return [...collection.slice(0, most), { left_out: collection.length - most }];
  }
  if (!isJsonObject(collection)) return collection;
  const entries = Object.entries(collection);
  if (entries.length <= most) return collection;
  return { ...Object.fromEntries(entries.slice(0, most)), left_out: entries.length - most };
}

function longestList(value: unknown): number {
  const lists = Array.isArray(value) ? [value] : Object.values(isJsonObject(value) ? value : {}).filter(Array.isArray);
  return Math.max(0, ...lists.map((list) => list.length));
}

/** The largest count up to `limit` for which `isGood` holds, 0 if none. It must hold for all smaller counts as well. */
function mostThat(isGood: (count: number) => boolean, limit: number): number {
  let [good, bad] = [0, limit + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Keeps the beginning of a text whose structure cannot be kept. Escapes may double the length. */
function cutToFit(text: string, most: number): string {
  const count = mostThat((kept) => JSON.stringify(text.slice(0, kept)).length < most, most);
  return JSON.stringify(`${text.slice(0, count).toWellFormed()}${ELLIPSIS}`);
}

function mapped(value: unknown, change: (text: string, name: string) => string | undefined, name = ''): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, name));
  return isJsonObject(value) ? eachField(value, (field, key) => mapped(field, change, key)) : value;
}

function eachField(record: JsonObject, change: (field: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, field]) => {
      const changed = change(field, name);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

function ended(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}${ELLIPSIS}`;
}
