import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';

export interface ShopReading {
  readonly claims: readonly Claim[];
  /** Tokens of shop ids that results show and the query does not contain. */
  readonly shown: readonly number[];
}

/** Reads the shops in a thought: whether results showed them, and whether a product is really from the shop. */
export function readShops(reading: Reading): ShopReading {
  const { tokens, seen, asked } = reading;
  const claims: Claim[] = [];
  const shown: number[] = [];
  for (const [at, { text, kind }] of tokens.entries()) {
    if (kind === 'mark' || reading.isWithinMention(at) || !isShop(reading, at)) continue;
    if (seen.shops.has(text) && !asked.words.has(text)) shown.push(at);
    const mention = reading.before(at).at(-1);
    // Only right after a product, because "All come from shop 7" is about the whole cart.
    if (kind !== 'number' || mention?.product.shopId === undefined || at - mention.to > MAX_DISTANCE) continue;
    const { product } = mention;
    claims.push({
      kind: 'shop',
      product,
      holds: product.shopId === text,
      setsApart: () => false,
      from: at,
      to: at + 1,
    });
  }
  return { claims, shown };
}

const MAX_DISTANCE = 6;

function isShop(reading: Reading, at: number): boolean {
  const before = /^(?:id|#|:|"|no|number)$/.test(reading.text(at - 1)) ? at - 2 : at - 1;
  return /^(?:shop|store|seller|shopid)$/.test(reading.text(before));
}
