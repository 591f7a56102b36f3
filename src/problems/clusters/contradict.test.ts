import { describe, expect, it } from 'vitest';
import { findClusters } from './find-clusters.ts';

const ORIGIN = 'Looking for brown plain loafers with a leather lining in EU size 41, priced above 867 PHP.';

function isJoined(origin: string, copy: string): boolean {
  const { clusters } = findClusters([origin, copy].map((query, place) => ({ id: `${place}`, query, targets: [] })));
  return clusters.length === 1;
}

describe('a copied text', () => {
  it.each([
    ['another price', ORIGIN.replace('867', '1240')],
    ['another size', ORIGIN.replace('41', '39')],
    ['another colour', ORIGIN.replace('brown', 'black')],
    ['other goods', ORIGIN.replace('loafers', 'wallets')],
  ])('a copied text with %s is another request', (_, copy) => {
    expect(isJoined(ORIGIN, copy)).toBe(false);
  });

  it.each([
    ['no price', ORIGIN.replace(', priced above 867 PHP', '')],
    ['the price in words', ORIGIN.replace('867', 'eight hundred sixty-seven')],
    ['the decimal point lost', ORIGIN.replace('867', '8.67')],
    ['another form of the colour', ORIGIN.replace('brown', 'brownish')],
    ['goods left out', ORIGIN.replace(' loafers', '')],
    ['words glued together', ORIGIN.replace('plain loafers', 'plainloafers')],
  ])('a copied text with %s is the same request', (_, copy) => {
    expect(isJoined(ORIGIN, copy)).toBe(true);
  });

  it('a long copied text with one word changed is the same request', () => {
    const long = `The neighbours gave us their piano. ${ORIGIN} It must also have a rubber sole, a padded tongue, laces of waxed thread, a stitched welt, a removable insole and a dust bag for travelling.`;
    expect(isJoined(long, long.replace('piano', 'trampoline'))).toBe(true);
  });
});
