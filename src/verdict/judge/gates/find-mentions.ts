import type { Asked } from './asked.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { SeenProduct, SeenProducts } from './seen-products.ts';
import type { Token } from './tokens.ts';

/** A place where a thought names a seen product; token indexes. */
export interface Mention {
  readonly product: SeenProduct;
  readonly from: number;
  /** Index after the last token, including a quoted title after the id. */
  readonly to: number;
  /** Whether the title quoted after the id is not the product's title. */
  readonly misnamed: boolean;
}

/** Words of a title that match one or more seen products. */
interface TitleRun {
  readonly products: ReadonlySet<SeenProduct>;
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** Shorter ids are treated as ordinary numbers. */
const SHORTEST_ID = 4;
/** Maximum number of tokens of a title quoted after an id. */
const LONGEST_TITLE = 60;
const SHORTEST_TITLE = 3;
const UNMISTAKABLE_WORDS = 3;
/** Maximum number of tokens between a name and a description. */
const DESCRIBED = 3;

export interface Mentions {
  readonly named: readonly Mention[];
  readonly runs: readonly TitleRun[];
  /** Tokens that look like product ids but appear in no result. */
  readonly invented: readonly number[];
}

/** Maps the numbers of a list shown in the prompt to their products. */
export type Menu = ReadonlyMap<string, SeenProduct>;
export const NO_MENU: Menu = new Map();

/** Finds products by id, by a name that no other seen product has, by title words, or by their number in a list. */
export function findMentions(
  tokens: readonly Token[],
  seen: SeenProducts,
  asked: Asked,
  menu: Menu = NO_MENU,
): Mentions {
  const names = seen.shortNames(asked);
  const named: Mention[] = [];
  const runs: TitleRun[] = [];
  const invented: number[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind === 'mark') continue;
    const product = token.text.length >= SHORTEST_ID ? seen.products.get(token.text) : undefined;
    if (product !== undefined) {
      // If the id is inside quotes, the mark after it closes them.
      const quoted = OPENING.has(tokens[at - 1]?.text ?? '') ? undefined : quotedTitle(tokens, at + 1);
      named.push({ product, from: at, to: quoted?.to ?? at + 1, misnamed: !isTitle(product, quoted?.words ?? []) });
      at = (quoted?.to ?? at + 1) - 1;
      continue;
    }
    if (looksInvented(token, seen, asked)) invented.push(at);
    const run = titleRun(tokens, at, seen);
    const short = names.get(token.text);
    if (short !== undefined && (short.inAnyCase || token.capital)) {
      const to = run?.products.has(short.product) === true ? run.to : at + 1;
      if (run !== undefined) runs.push(run);
      named.push({ product: short.product, from: at, to, misnamed: false });
      at = to - 1;
      continue;
    }
    const numbered = menu.size > 0 && LISTED.test(wordBefore(tokens, at)) ? menu.get(token.text) : undefined;
    if (numbered !== undefined) named.push({ product: numbered, from: at, to: at + 1, misnamed: false });
    if (run === undefined) continue;
    runs.push(run);
    const [only, another] = run.products;
    // "A is a clip reading light" describes A in words of its title. They are data, not a second name.
    const before = named.at(-1);
    if (another === undefined && before?.product === only && at - before!.to <= DESCRIBED) continue;
    const isTelling = run.words.some((word) => !isOrdinary(word) && !asked.words.has(word));
    if (another === undefined && run.words.length >= UNMISTAKABLE_WORDS && isTelling)
      named.push({ product: only!, from: run.from, to: run.to, misnamed: false });
    at = run.to - 1;
  }
  return { named, runs, invented };
}

/** Words before a number that refers to an entry of a list. */
const LISTED =
  /^(?:option|candidate|product|item|listing|result|number|no|choice|choose|pick|take|index|selected|chosen|answer|best|#|\[)$/;

/** The word before a number, as in `"choice": 2`, or a mark such as `#` that itself shows what the number is. */
function wordBefore(tokens: readonly Token[], at: number): string {
  let place = at - 1;
  while (place > at - MAX_MARKS && /^["':=]$/.test(tokens[place]?.text ?? '')) place--;
  return tokens[place]?.text ?? '';
}

const MAX_MARKS = 4;

const OPENING = new Set(['"', '“', '「', "'", '‘']);
const CLOSING = new Set(['"', '”', '」', "'", '’']);

function quotedTitle(tokens: readonly Token[], from: number): { words: string[]; to: number } | undefined {
  if (!OPENING.has(tokens[from]?.text ?? '')) return undefined;
  const words: string[] = [];
  for (let at = from + 1; at < Math.min(tokens.length, from + LONGEST_TITLE); at++) {
    const { kind, text } = tokens[at]!;
    if (CLOSING.has(text)) return { words, to: at + 1 };
    if (text === '\n') return undefined;
    if (kind !== 'mark') words.push(text);
  }
  return undefined;
}

/** Whether quoted words are from the product's title. A quotation may be cut, so its last word may be incomplete. */
function isTitle(product: SeenProduct, quoted: readonly string[]): boolean {
  // As in "4711" and "4718": one or two quoted words are rarely a title.
  if (product.title.length === 0 || quoted.length < SHORTEST_TITLE) return true;
  const known = new Set(product.title);
  const last = quoted.at(-1) ?? '';
  return quoted.slice(0, -1).every((word) => known.has(word)) && product.title.some((word) => word.startsWith(last));
}

function titleRun(tokens: readonly Token[], from: number, seen: SeenProducts): TitleRun | undefined {
  const words = [tokens[from]!.text];
  let products: ReadonlySet<SeenProduct> | undefined;
  let to = from + 1;
  for (let at = from + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (text === '\n') break;
    if (kind === 'mark') continue;
    const bearers = seen.titlePairs.get(`${words.at(-1)} ${text}`);
    const both = products === undefined ? bearers : bearers && products.intersection(bearers);
    if (both === undefined || both.size === 0) break;
    products = both;
    words.push(text);
    to = at + 1;
  }
  return products && { products, from, to, words };
}

/** Long numbers are ids. An id that appears in neither a result nor the query is invented. */
function looksInvented({ kind, text }: Token, seen: SeenProducts, asked: Asked): boolean {
  return (
    kind === 'number' &&
    /^\d{7,}$/.test(text) &&
    !asked.words.has(text) &&
    !seen.numbers.has(text) &&
    !seen.shops.has(text) &&
    !seen.prices.has(Number(text))
  );
}
