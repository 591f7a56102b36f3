import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';
import { serviceAt } from './service-phrases.ts';

/** Without one of these words before it, a service may be what the customer wants, not what a product has. */
const HAVING = /^(?:has|have|had|with|offers?|includes?|supports?|comes|gives|accepts?|and|plus|also)$/;
const LOOK_BACK = 5;

/** Reads claims about which product has or lacks a service. */
export function readServices(reading: Reading): Claim[] {
  const claims: Claim[] = [];
  for (const at of reading.tokens.keys()) {
    const found = reading.isWithinMention(at) ? undefined : serviceAt(at, (place) => reading.text(place));
    if (found === undefined) continue;
    const product = reading.subjectAt(at);
    if (product?.services === undefined) continue;
    const { service, words } = found;
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
