import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';

/** Reads claims about which product was shown first and which page was never opened: weak reasons, but verifiable. */
export function readOrder(reading: Reading): Claim[] {
  const claims: Claim[] = [];
  const candidates = reading.candidates;
  for (const [at, { text }] of reading.tokens.entries()) {
    if (reading.isWithinMention(at)) continue;
    const product = text === 'first' || text === 'opened' || text === 'unopened' ? reading.subjectAt(at) : undefined;
    if (product === undefined) continue;
    const isNegated = reading.isNegated(at);
    if (text !== 'first' && (isNegated || text === 'unopened')) {
      const holds = !product.opened;
      claims.push({ kind: 'unopened', product, holds, setsApart: (other) => other.opened, from: at, to: at + 1 });
    }
    if (text !== 'first' || !isOfOrder(reading, at)) continue;
    const others = [...candidates].filter((other) => other !== product);
    const isFirst = others.every((other) => product.place < other.place);
    claims.push({
      kind: 'order',
      product,
      holds: others.length > 0 && isFirst !== isNegated,
      setsApart: (other) => other.place < product.place === isNegated,
      from: at,
      to: at + 1,
    });
  }
  return claims;
}

function isOfOrder(reading: Reading, at: number): boolean {
  return (
    /^(?:shown|listed|ranked|ranks|appears|appeared|comes|came|shows)$/.test(reading.text(at - 1)) ||
    /^(?:result|hit|listing|match)$/.test(reading.text(at + 1))
  );
}
