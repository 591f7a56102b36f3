import { nearestQuantile } from '../statistics/quantile.ts';
import type { MarketManifest } from './index/index-header.ts';
import type { MarketIndex } from './market-index.ts';
import { SERVICES, type Service, servicesOf } from './service.ts';

export interface MarketStatistics {
  readonly products: number;
  readonly terms: number;
  readonly postings: number;
  readonly average_length: number;
  readonly price: Readonly<Record<'lowest' | 'quarter' | 'median' | 'three_quarters' | 'highest', number>>;
  readonly shops: Readonly<Record<'count' | 'smallest' | 'median' | 'largest', number>>;
  readonly services: Readonly<Record<Service | 'none', number>>;
  readonly source: MarketManifest['source'];
}

/** Uses only the columns, so it is fast for a market of any size. */
export function marketStatistics(index: MarketIndex): MarketStatistics {
  const { products, terms, postings, totalLength, source } = index.manifest;
  const prices = index.prices.toSorted();
  const sizes = shopSizes(index).toSorted();
  return {
    products,
    terms,
    postings,
    average_length: Math.round((totalLength / Math.max(1, products)) * 10) / 10,
    price: {
      lowest: nearestQuantile(prices, 0) ?? 0,
      quarter: nearestQuantile(prices, 0.25) ?? 0,
      median: nearestQuantile(prices, 0.5) ?? 0,
      three_quarters: nearestQuantile(prices, 0.75) ?? 0,
      highest: nearestQuantile(prices, 1) ?? 0,
    },
    shops: {
      count: sizes.length,
      smallest: nearestQuantile(sizes, 0) ?? 0,
      median: nearestQuantile(sizes, 0.5) ?? 0,
      largest: nearestQuantile(sizes, 1) ?? 0,
    },
    services: countServices(index.services),
    source,
  };
}

/** Products per full category path, most first. Reads and unpacks every product. */
export function categoryCounts(
  index: MarketIndex,
  onProgress?: (done: number, total: number) => void,
): [category: string, products: number][] {
  const counts = new Map<string, number>();
  const { products } = index.manifest;
  let done = 0;
  for (const { category } of index.allDetails()) {
    const path = category.join(' > ') || '(none)';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (++done % 1024 === 0) onProgress?.(done, products);
  }
  return [...counts].sort(([, left], [, right]) => right - left);
}

function shopSizes(index: MarketIndex): Uint32Array {
  const offsets = index.words('shopDocOffsets');
  return Uint32Array.from({ length: offsets.length - 1 }, (_, shop) => offsets[shop + 1]! - offsets[shop]!);
}

function countServices(masks: Uint8Array): MarketStatistics['services'] {
  const perMask = new Uint32Array(1 << SERVICES.length);
  for (let doc = 0; doc < masks.length; doc++) perMask[masks[doc]!]!++;
  const counts = { official: 0, freeShipping: 0, COD: 0, flashsale: 0, none: perMask[0]! };
  for (const [mask, count] of perMask.entries()) for (const service of servicesOf(mask)) counts[service] += count;
  return counts;
}
