import { describe, expect, it } from 'vitest';
import { findClusters } from './find-clusters.ts';

const ORIGIN = 'Looking for brown plain loafers with a leather lining in EU size 41, priced above 867 PHP.';

function isJoined(copy: string): boolean {
  const { clusters } = findClusters([ORIGIN, copy].map((query, place) => ({ id: `${place}`, query, targets: [] })));
  return clusters.length === 1;
}

describe('a copied text', () => {
  it.each([
    ['another price', ORIGIN.replace('867', '1240')],
    ['another size', ORIGIN.replace('41', '39')],
    ['another colour', ORIGIN.replace('brown', 'black')],
  ])('a copied text with %s is another request', (_, copy) => {
    expect(isJoined(copy)).toBe(false);
  });

  it.each([
    ['no price', ORIGIN.replace(', priced above 867 PHP', '')],
    ['the price in words', ORIGIN.replace('867', 'eight hundred sixty-seven')],
    ['the decimal point lost', ORIGIN.replace('867', '8.67')],
  ])('a copied text with %s is the same request', (_, copy) => {
    expect(isJoined(copy)).toBe(true);
  });
});
