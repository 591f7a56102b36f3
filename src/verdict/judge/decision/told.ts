import { contentWords } from '../../../agency/probe.ts';
import { contentText } from '../../../chat/content-text.ts';
import { listOf, ownField } from '../../../json/json-object.ts';
import { wholeWords } from '../../../text/words.ts';
import type { Asked } from '../gates/asked.ts';
import { findMentions } from '../gates/find-mentions.ts';
import { isOrdinary } from '../gates/ordinary-words.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';
import { tokensOf } from '../gates/tokens.ts';

/** Characters of a prompt that are read. In longer prompts, the program's text cannot be told from results. */
const MAX_PROMPT = 400_000;
/** Maximum distance of title and price from the id in a result. */
const NEARBY = 200;
/** A prompt with a smaller share of the request's words does not show the request. */
const REQUEST_SHOWN = 0.3;

/** The part of the prompt written by the program: messages that are from neither the model nor a tool. */
export function programPart(request: unknown): string {
  return listOf(ownField(request, 'messages'))
    .filter((message) => !/^(?:assistant|tool|function)$/.test(String(ownField(message, 'role'))))
    .map((message) => contentText(ownField(message, 'content')))
    .join('\n')
    .slice(0, MAX_PROMPT);
}

/**
 * Whether the program had told the model which product to argue for. Either its part of the prompt names the product
 * more often than any product that was not recommended, or it names only some of the products seen and no model was
 * shown the request or chose a search. A list of results counts as naming each product once, however often results
 * showed it.
 */
export function isTold(
  product: SeenProduct,
  taken: ReadonlySet<SeenProduct>,
  part: string,
  query: string,
  seen: SeenProducts,
  asked: Asked,
  knowsRequest: boolean,
): boolean {
  if (seen.products.size < 2) return !knowsRequest && namesOnly(product, part, query, seen, asked);
  const counts = countNames(part.replaceAll(query, ' '), seen, asked);
  const own = counts.get(product) ?? 0;
  if (own === 0) return false;
  const others = Array.from(counts).flatMap(([other, count]) => (taken.has(other) ? [] : [count]));
  if (own > Math.max(0, ...others)) return true;
  return !knowsRequest && counts.size < seen.products.size && !showsRequest(part, query, counts.keys());
}

/** With one result there is no choice: the prompt dictates it if it names the product without showing the request. */
function namesOnly(product: SeenProduct, part: string, query: string, seen: SeenProducts, asked: Asked): boolean {
  return countNames(part, seen, asked).has(product) && !showsRequest(part, query, [product]);
}

function countNames(part: string, seen: SeenProducts, asked: Asked): ReadonlyMap<SeenProduct, number> {
  const tokens = tokensOf(part);
  const { named } = findMentions(tokens, seen, asked);
  const byId = named.filter(({ product, from }) => tokens[from]!.text === product.id);
  const counts = new Map<SeenProduct, number>();
  const listed = new Set<SeenProduct>();
  // Results show titles in many forms, so ids are used as names if there are any.
  for (const [place, { product, from }] of (byId.length > 0 ? byId : named).entries()) {
    const { start, end } = tokens[from]!;
    const after = byId[place - 1] === undefined ? 0 : tokens[byId[place - 1]!.from]!.end;
    const until = byId[place + 1] === undefined ? part.length : tokens[byId[place + 1]!.from]!.start;
    const around = part.slice(Math.max(after, start - NEARBY), Math.min(until, end + NEARBY));
    if (byId.length > 0 && isListed(product, around)) {
      if (listed.has(product)) continue;
      listed.add(product);
    }
    counts.set(product, (counts.get(product) ?? 0) + 1);
  }
  return counts;
}

/** Whether the price or two title words appear near the id. Programs cut titles and format prices in their own ways. */
function isListed({ title, prices }: SeenProduct, around: string): boolean {
  const words = new Set(wholeWords(around));
  if (title.filter((word) => !isOrdinary(word) && words.has(word)).length >= 2) return true;
  return Array.from(prices).some((price) => around.includes(String(price)));
}

/**
 * Whether the prompt shows the request. Words in titles of the named products do not count, because a request and
 * matching products share words.
 */
export function showsRequest(part: string, query: string, named: Iterable<SeenProduct> = []): boolean {
  const titles = new Set(Array.from(named).flatMap(({ title }) => title));
  const wanted = contentWords(query).filter((word) => !titles.has(word));
  const shown = new Set(wholeWords(part));
  return wanted.length === 0 || wanted.filter((word) => shown.has(word)).length / wanted.length >= REQUEST_SHOWN;
}
