import { isJsonObject, ownField } from '../../json/json-object.ts';
import { jsonSpans } from '../../json/json-spans.ts';
import { parseJson } from '../../json/parse-json.ts';
import { wholeWords } from '../../text/words.ts';
import type { Done, Said } from '../reading/read-calls.ts';

interface Recorded {
  readonly prices: Set<number>;
  readonly words: Set<string>;
}

/** Prices may be rounded or formatted. A relative difference above this is a different price. */
const TOLERANCE = 0.02;
const SAME_TITLE = 0.5;

/**
 * Products that a prompt shows with a price or title that no record of the attempt has. Reads only JSON records,
 * because the meaning of a number in a sentence is a guess.
 */
export function alteredProducts({ prompt, sequence }: Said, done: readonly Done[]): string[] {
  const recorded = recordsOf(done.filter((each) => each.sequence < sequence));
  const shown = prompt.flatMap((text) =>
    jsonSpans(text).flatMap(({ start, end }) => {
      const json = parseJson(text.slice(start, end));
      return json.ok ? [...productsIn(json.value)] : [];
    }),
  );
  return shown.flatMap((product) => {
    const id = String(product.product_id);
    const known = recorded.get(id);
    return known !== undefined && isAltered(product, known) ? [id] : [];
  });
}

function isAltered({ price, title }: Readonly<Record<string, unknown>>, { prices, words }: Recorded): boolean {
  if (typeof price === 'number' && prices.size > 0) {
    if (![...prices].some((known) => Math.abs(known - price) <= TOLERANCE * known + 1)) return true;
  }
  if (typeof title !== 'string' || words.size === 0) return false;
  const said = wholeWords(title);
  // The last word may be truncated.
  const whole = said.slice(0, -1);
  return whole.length > 2 && whole.filter((word) => words.has(word)).length / whole.length < SAME_TITLE;
}

function recordsOf(done: readonly Done[]): ReadonlyMap<string, Recorded> {
  const records = new Map<string, Recorded>();
  for (const { response } of done) {
    for (const product of productsIn(response)) {
      const id = String(product.product_id);
      const known = records.get(id) ?? { prices: new Set(), words: new Set() };
      records.set(id, known);
      const price = ownField(product, 'price');
      const title = ownField(product, 'title');
      if (typeof price === 'number') known.prices.add(price);
      if (typeof title === 'string') for (const word of wholeWords(title)) known.words.add(word);
    }
  }
  return records;
}

function* productsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const each of value) yield* productsIn(each);
  if (!isJsonObject(value)) return;
  if (Object.hasOwn(value, 'product_id')) yield value;
  for (const each of Object.values(value)) yield* productsIn(each);
}
