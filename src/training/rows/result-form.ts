import type { RowMessage } from '../../chat/schema.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { partsOf } from '../../tools/lenient-values.ts';

/** Fields of results in the harness's order. Other fields follow in their original order. */
const FIELD_ORDER = [
  'matched',
  'matches',
  'mismatches',
  'variant',
  'product_summary',
  'requirement',
  'wanted',
  'found_in',
  'has',
  'reason',
  'found',
  'q',
  'product_id',
  'shop_id',
  'title',
  'price',
  'service',
  'sold_count',
  'short_description',
  'description',
  'sku_options',
  'attributes',
  'words_not_in_title',
  'products',
  'shops_tried',
  'prices',
  'total_before',
  'discount_amount',
  'total_after',
  'within_budget',
  'voucher_applied',
  'not_applied_because',
  'budget',
] as const;

const PLACES: ReadonlyMap<string, number> = new Map(FIELD_ORDER.map((field, place) => [field, place]));
/** Fields of `find_products_in_same_shop`: here the shop comes before the products, and the reason last. */
const SHOP_FIELDS = ['found', 'shop_id', 'products', 'shops_tried', 'reason'] as const;
/** Fields whose keys are the sellers' names of options and attributes. The harness keeps the order of the listing. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['sku_options', 'attributes', 'variant']);

/**
 * Converts results to the harness's format, whatever their source: JSON without spaces, text as a JSON string, fields
 * in one order, and one wording for a recommendation and an ending. Otherwise the format would reveal which program a
 * row comes from.
 *
 * Evidence of the gateway has sorted keys, so the order of a listing's options is lost there. `sortOptions` sorts
 * them in every row, for comparisons that include rows from such evidence.
 */
export function inResultForm(messages: readonly RowMessage[], sortOptions = false): readonly RowMessage[] {
  const calls = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => [call.id, call.function] as const) : [],
    ),
  );
  return messages.map((message) => {
    if (message.role !== 'tool') return message;
    const call = calls.get(message.tool_call_id);
    const json = parseJson(message.content);
    const value: unknown = json.ok ? json.value : message.content;
    const said = typeof value === 'string' ? call && wordingOf(call.name, call.arguments, value) : undefined;
    return { ...message, content: JSON.stringify(said ?? ordered(value, sortOptions)) };
  });
}

/** The harness's wording for an equivalent message; `undefined` for errors and everything else. */
function wordingOf(tool: string, written: string, said: string): string | undefined {
  const json = parseJson(written);
  const given = json.ok && isJsonObject(json.value) ? json.value : {};
  if (tool === 'recommend_product' && typeof given.product_ids === 'string') {
    const ids = partsOf(given.product_ids);
    const isDone = /\brecommended\b/i.test(said) && ids.length > 0 && ids.every((id) => said.includes(id));
    return isDone ? `Recommended to the user: ${ids.join(',')}.` : undefined;
  }
  if (tool !== 'terminate' || !/\bover\b|\bterminated\b/i.test(said)) return undefined;
  return `The conversation is over with status: ${given.status === 'failure' ? 'failure' : 'success'}.`;
}

function ordered(value: unknown, sortOptions: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, sortOptions));
  if (!isJsonObject(value)) return value;
  const places = Object.hasOwn(value, 'shops_tried') ? SHOP_PLACES : PLACES;
  const place = (field: string): number => places.get(field) ?? FIELD_ORDER.length;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => place(left) - place(right))
      .map(([field, inner]) => {
        if (!FREE_FIELDS.has(field)) return [field, ordered(inner, sortOptions)];
        return [field, sortOptions ? sorted(inner) : inner];
      }),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

const SHOP_PLACES: ReadonlyMap<string, number> = new Map(SHOP_FIELDS.map((field, place) => [field, place]));
