import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';

const PHRASES: readonly (readonly [service: string, words: readonly string[]])[] = [
  ['official', ['official', 'store']],
  ['official', ['official', 'shop']],
  ['official', ['official', 'mall']],
  ['official', ['official']],
  ['freeShipping', ['free', 'shipping']],
  ['freeShipping', ['free', 'delivery']],
  ['freeShipping', ['freeshipping']],
  ['freeShipping', ['ships', 'free']],
  ['COD', ['cash', 'on', 'delivery']],
  ['COD', ['cod']],
  ['flashsale', ['flash', 'sale']],
  ['flashsale', ['flashsale']],
];

const FIRST_WORDS = new Set(PHRASES.map(([, words]) => words[0]!));
/** Without one of these before it, a service may be what the customer wants rather than what a product has. */
const HAVING = /^(?:has|have|had|with|offers?|includes?|supports?|comes|gives|accepts?|and|plus|also)$/;
const LOOK_BACK = 5;

/** What a thought says of services: which product has one, and which has not. */
export function readServices(reading: Reading): Claim[] {
  const claims: Claim[] = [];
  for (const [at, { text }] of reading.tokens.entries()) {
    if (!FIRST_WORDS.has(text) || reading.isWithinMention(at)) continue;
    const found = PHRASES.find(([, words]) => words.every((word, place) => reading.text(at + place) === word));
    const product = reading.subjectAt(at);
    if (found === undefined || product?.services === undefined) continue;
    const [service, words] = found;
    const isSaidToHave = !reading.isNegated(at);
    const holds = product.services.has(service) === isSaidToHave;
    if (!holds && isSaidToHave && !isStated(reading, at)) continue;
    claims.push({
      kind: 'service',
      product,
      holds,
      setsApart: (other) => other.services !== undefined && other.services.has(service) !== isSaidToHave,
      from: at,
      to: at + words.length,
    });
  }
  return claims;
}

function isStated(reading: Reading, at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - LOOK_BACK); place--) {
    if (reading.isWithinMention(place)) return place === at - 1;
    if (HAVING.test(reading.text(place))) return true;
  }
  return false;
}
