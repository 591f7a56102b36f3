import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

const LINKS = new Set(
  `is are was s being it comes costs price but and both also even much slightly far bit little a the as one because
  clearly still only which pesos php`.split(/\s+/),
);
/** "cheaper ones" is a wish, "cheaper than" a finding. */
const WISHED =
  /^(?:ones?|products?|options?|items?|alternatives?|listings?|candidates?|shops?|versions?|offers?|things?)$/;

/** "A is cheaper than B", "the cheapest is A": compares with the prices shown in results. */
export function readComparisons(reading: Reading): Claim[] {
  const claims: Claim[] = [];
  for (const [at, { text }] of reading.tokens.entries()) {
    const sign = direction(reading, at, text);
    if (sign === 0 || reading.isWithinMention(at) || reading.isNegated(at)) continue;
    const claim = compare(reading, at, sign, /est$|^lowest/.test(text) || reading.text(at - 1) === 'least');
    if (claim !== undefined) claims.push(claim);
  }
  return claims;
}

/** -1 for "costs less", 1 for "costs more", 0 for neither. */
function direction(reading: Reading, at: number, text: string): -1 | 0 | 1 {
  const [before, next] = [reading.text(at - 1), reading.text(at + 1)];
  if (/^\d|^peso|^php/.test(before)) return 0;
  if (/^(?:cheaper|cheapest)$/.test(text)) return WISHED.test(next) || !isLinked(reading, at) ? 0 : -1;
  if (/^(?:pricier|costlier|dearer)$/.test(text)) return isLinked(reading, at) ? 1 : 0;
  if (text !== 'expensive') return 0;
  return before === 'more' || before === 'most' ? 1 : before === 'less' || before === 'least' ? -1 : 0;
}

function isLinked(reading: Reading, at: number): boolean {
  return LINKS.has(reading.text(at - 1)) || /^[,:(]$/.test(reading.text(at - 1)) || reading.isWithinMention(at - 1);
}

function compare(reading: Reading, at: number, sign: -1 | 1, isExtreme: boolean): Claim | undefined {
  const following = reading.after(at);
  const subject = reading.subjectAt(at) ?? following[0]?.product;
  if (subject === undefined || subject.prices.size === 0) return undefined;
  const hasThan = [at + 1, at + 2].some((place) => reading.text(place) === 'than');
  const than = hasThan ? following.find(({ product }) => product !== subject)?.product : undefined;
  // "cheaper than 500" states a limit.
  if (hasThan && than === undefined) return undefined;
  const earlier = reading.before(at).map(({ product }) => product);
  const rivals = new Set(than !== undefined ? [than] : isExtreme || earlier.length < 2 ? reading.candidates : earlier);
  rivals.delete(subject);
  const priced = [...rivals].filter(({ prices }) => prices.size > 0);
  if (priced.length === 0) return undefined;
  const beats = (other: SeenProduct): boolean => cost(subject, sign) * sign > cost(other, sign) * sign;
  const ties = (other: SeenProduct): boolean => cost(subject, sign) === cost(other, sign);
  const holds = isExtreme
    ? priced.every((other) => beats(other) || ties(other)) && priced.some(beats)
    : than !== undefined
      ? beats(than)
      : priced.some(beats);
  return { kind: 'comparison', product: subject, holds, setsApart: beats, from: at, to: at + 1 };
}

/** If a product was shown at several prices, the one that supports the claim. */
function cost(product: SeenProduct, sign: -1 | 1): number {
  return sign === -1 ? Math.min(...product.prices) : Math.max(...product.prices);
}
