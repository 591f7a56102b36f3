import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';

/** What a harness shows of one result unless it is told otherwise. */
export const DEFAULT_MAX_OBSERVATION = 32_000;

/** Below it hardly one product would be left of a result. */
export const LEAST_MAX_OBSERVATION = 200;

/** What sellers write at length; whatever can be asked for stands in other fields as well. */
const FREE_TEXT = new Set(['description', 'short_description']);
/** How much of a free text may stay; the first that fits. */
const FREE_TEXT_LENGTHS = [400, 200, 100, 50, 0];
/** Other texts are titles and complaints, and lose their end only where nothing else is left to go. */
const SHORTEST_TEXT = 40;

const ELLIPSIS = '…';

/** What is no result of a tool is read as text. */
const BOUNDS = {
  maxBytes: 8 * 1024 * 1024,
  maxDepth: 32,
  maxNodes: 500_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

/**
 * A tool's result as a model may read it, in at most so many characters. It stays JSON of the same form: free texts go
 * first, then whole items from the end of lists, with the number of those that are missing in their place. Rows of a
 * corpus go through the same function, so that what is trained on is what is shown.
 */
export function shortenObservation(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === DEFAULT_MAX_OBSERVATION) return cutText(text, most);
  const json = parseBoundedJson(text, BOUNDS);
  return json.ok ? shortenValue(json.value, most) : ended(text, most);
}

/** The cut with which runs were measured before any other could be asked for. */
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

/** Each free text with at most so many characters; without the field where none are left. */
function withFreeText(value: unknown, length: number): unknown {
  return mapped(value, (text, name) => {
    if (!FREE_TEXT.has(name)) return text;
    return length === 0 ? undefined : ended(text, length);
  });
}

function withShortTexts(value: unknown): unknown {
  return mapped(value, (text) => ended(text, SHORTEST_TEXT));
}

/** The result itself where it is a list, else the lists that are its fields. */
function withLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return shorter(value, most);
  return isJsonObject(value)
    ? eachField(value, (field) => (Array.isArray(field) ? shorter(field, most) : field))
    : value;
}

/** No result has as many variants, attributes or services of one product. */
const MOST_PARTS = 256;

/** Lists and records that are fields of a single item. */
function withParts(value: unknown, most: number): unknown {
  const item = (one: unknown): unknown => (isJsonObject(one) ? eachField(one, (field) => shorter(field, most)) : one);
  if (Array.isArray(value)) return value.map(item);
  return isJsonObject(value)
    ? eachField(value, (field) => (Array.isArray(field) ? field.map(item) : item(field)))
    : value;
}

/** The mark is a member like the others, so that readers of a list or a record find one. */
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

/** The largest count up to `limit` that is good, where every smaller one is good as well; 0 when none is. */
function mostThat(isGood: (count: number) => boolean, limit: number): number {
  let [good, bad] = [0, limit + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** What has no form that could be kept becomes the beginning of its text; escapes may double its length. */
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
