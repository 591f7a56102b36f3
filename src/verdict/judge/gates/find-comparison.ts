import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './shelf.ts';
import { type Span, spanOf } from './span.ts';

/** Between two candidates: one is held against the other. */
const CONTRAST =
  /^(?:better|than|while|whereas|but|however|although|though|unlike|versus|vs|compared|beats?|instead|rather|against|worse|not|only|lacks)$/;
/** About one of several: it is taken, or it is out. */
const VERDICT =
  /^(?:better|best|cheaper|cheapest|out|lacks|lacking|fails|failed|reject|rejected|exclude|excluded|rule|ruled|prefer|preferred|choose|chose|chosen|pick|picked|instead|unlike|too|worse|drop|discard|eliminate|nearest|closest|winner|wins|recommend)$/;

/**
 * Where a thought weighs two seen candidates: both named, and something true said of one that is not true of the other,
 * in so many words held against each other. A list of products with their data weighs nothing. One false claim, and
 * nothing in the thought is believed.
 */
export function findComparison(reading: Reading, claims: readonly Claim[]): Span[] | null {
  if (reading.candidates.size < 2 || claims.some(({ holds }) => !holds)) return null;
  const priced = new Set(claims.filter(({ kind }) => kind === 'price').map(({ product }) => product));
  const unreasonable = preferredThoughDearer(reading);
  for (const claim of claims) {
    if (claim.kind === 'price' && unreasonable.has(claim.product)) continue;
    const rival = [...reading.candidates].find(
      (other) =>
        other !== claim.product &&
        reading.isNamedNear(other, claim.from) &&
        claim.setsApart(other) &&
        (claim.kind !== 'price' || priced.has(other)) &&
        isWeighed(reading, claim, other),
    );
    if (rival !== undefined) return evidence(reading, claim, rival);
  }
  return null;
}

function isWeighed(reading: Reading, claim: Claim, rival: SeenProduct): boolean {
  const [from, to] = reading.sentenceOf(claim.from);
  switch (claim.kind) {
    case 'comparison':
    case 'order':
    case 'unopened':
      return true;
    case 'price':
      return isContrasted(reading, claim.product, rival);
    default:
      return (
        someWord(reading, from, to, VERDICT) ||
        isContrasted(reading, claim.product, rival) ||
        isDecided(reading, claim.product, rival)
      );
  }
}

/** Somewhere one of the two is taken or dropped. "I recommend A and B" takes both, and decides nothing between them. */
function isDecided(reading: Reading, one: SeenProduct, other: SeenProduct): boolean {
  for (const products of reading.sentencesWith(VERDICT)) if (products.has(one) !== products.has(other)) return true;
  return false;
}

/** Next to each other: what stands between two candidates with a third between them is said of that one. */
function isContrasted(reading: Reading, one: SeenProduct, other: SeenProduct): boolean {
  const { named } = reading.mentions;
  return named.some((mention, place) => {
    const next = named[place + 1];
    if (next === undefined) return false;
    const isPair =
      (mention.product === one && next.product === other) || (mention.product === other && next.product === one);
    return isPair && reading.areNear(mention.from, next.from) && someWord(reading, mention.to, next.from, CONTRAST);
  });
}

function someWord(reading: Reading, from: number, to: number, wanted: RegExp): boolean {
  for (let at = from; at < to; at++) if (!reading.isWithinMention(at) && wanted.test(reading.text(at))) return true;
  return false;
}

/** Products of "A is better than B" where A costs more: their prices are no reason for A. */
function preferredThoughDearer(reading: Reading): ReadonlySet<SeenProduct> {
  const found = new Set<SeenProduct>();
  for (const [at, { text }] of reading.tokens.entries()) {
    if (text !== 'better' || reading.isWithinMention(at)) continue;
    const [better, worse] = [reading.before(at).at(-1)?.product, reading.after(at)[0]?.product];
    if (better === undefined || worse === undefined) continue;
    if (Math.min(...better.prices) > Math.min(...worse.prices)) found.add(better).add(worse);
  }
  return found;
}

/** Both candidates and the sentence with the reason. */
function evidence(reading: Reading, claim: Claim, rival: SeenProduct): Span[] {
  const named = [claim.product, rival].map((wanted) => {
    const { from } = reading.mentions.named.find(({ product }) => product === wanted)!;
    return spanOf(reading.tokens, from, from + 1);
  });
  const [from, to] = reading.sentenceOf(claim.from);
  const mentions = reading.before(claim.from);
  const start = mentions.length > 0 ? mentions.at(-1)!.from : Math.max(from, claim.from - 20);
  return [...named, spanOf(reading.tokens, start, Math.min(to, claim.to + 20))];
}
