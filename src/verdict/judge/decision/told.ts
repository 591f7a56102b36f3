import { contentWords } from '../../../agency/probe.ts';
import { contentText } from '../../../chat/content-text.ts';
import { listOf, ownField } from '../../../json/json-object.ts';
import { wholeWords } from '../../../text/words.ts';
import type { Asked } from '../gates/asked.ts';
import { findMentions } from '../gates/find-mentions.ts';
import { isOrdinary } from '../gates/ordinary-words.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';
import { tokensOf } from '../gates/tokens.ts';

/** More of a prompt is not looked at; what stands in more cannot be told from results. */
const MAX_PROMPT = 400_000;
/** A result shows title and price this near to its id. */
const NEARBY = 200;
/** A prompt that has less than this share of the request's words does not show it. */
const REQUEST_SHOWN = 0.3;

/** What the program itself put before the model: messages that are neither the model's nor a tool's. */
export function programPart(request: unknown): string {
  return listOf(ownField(request, 'messages'))
    .filter((message) => !/^(?:assistant|tool|function)$/.test(String(ownField(message, 'role'))))
    .map((message) => contentText(ownField(message, 'content')))
    .join('\n')
    .slice(0, MAX_PROMPT);
}

/**
 * Whether the program had told the model which product it is to speak for: its part of the prompt names it more often
 * than any product that was not taken, or names only a few of those seen where no model was shown the request or chose a
 * search. A list of results names every product once, however often results showed it.
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

/** With one result there is nothing to choose from; the prompt tells where it names it and does not show the request. */
function namesOnly(product: SeenProduct, part: string, query: string, seen: SeenProducts, asked: Asked): boolean {
  return countNames(part, seen, asked).has(product) && !showsRequest(part, query, [product]);
}

function countNames(part: string, seen: SeenProducts, asked: Asked): ReadonlyMap<SeenProduct, number> {
  const tokens = tokensOf(part);
  const { named } = findMentions(tokens, seen, asked);
  const byId = named.filter(({ product, from }) => tokens[from]!.text === product.id);
  const counts = new Map<SeenProduct, number>();
  const listed = new Set<SeenProduct>();
  // Titles stand in results in many forms; where there are ids, they are the surer names.
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

/** Its price or two words of its title stand beside it; programs cut titles and write prices in their own ways. */
function isListed({ title, prices }: SeenProduct, around: string): boolean {
  const words = new Set(wholeWords(around));
  if (title.filter((word) => !isOrdinary(word) && words.has(word)).length >= 2) return true;
  return Array.from(prices).some((price) => around.includes(String(price)));
}

/** Words of titles that the prompt has do not count: a request and the products that answer it share words. */
export function showsRequest(part: string, query: string, named: Iterable<SeenProduct> = []): boolean {
  const titles = new Set(Array.from(named).flatMap(({ title }) => title));
  const wanted = contentWords(query).filter((word) => !titles.has(word));
  const shown = new Set(wholeWords(part));
  return wanted.length === 0 || wanted.filter((word) => shown.has(word)).length / wanted.length >= REQUEST_SHOWN;
}
