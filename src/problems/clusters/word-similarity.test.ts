import { describe, expect, it } from 'vitest';
import { findClusters } from './find-clusters.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { readRequests } from './request-text.ts';
import { wordSimilarity } from './word-similarity.ts';

describe('word similarity', () => {
  it('word similarity joins rewordings, and not the most similar requests about something else', () => {
    const pairs = readLabelledPairs();
    const queries = [...new Set(pairs.flatMap(({ left, right }) => [left, right]))];
    const placeOf = new Map(queries.map((query, place) => [query, place]));
    const { clusterOf } = findClusters(queries.map((query, place) => ({ id: String(place), query, targets: [] })));
    const share = (same: boolean): number => {
      const chosen = pairs.filter((pair) => pair.same === same);
      expect(chosen.length).toBeGreaterThanOrEqual(200);
      const joined = chosen.filter(
        ({ left, right }) => clusterOf[placeOf.get(left)!] === clusterOf[placeOf.get(right)!],
      );
      return joined.length / chosen.length;
    };
    expect(share(true)).toBeGreaterThanOrEqual(0.99);
    expect(share(false)).toBeLessThanOrEqual(0.01);
  });

  it('word similarity finds the pair with the same meaning and no other', () => {
    const strangers = Array.from(
      { length: 50 },
      (_, n) => `I need a product${n} with feature${n} under ${100 + n} pesos.`,
    );
    const queries = [...strangers, 'Show me a zorblax kettle in teal.', 'Do you have the teal kettle by zorblax?'];
    expect(wordSimilarity.similarPairs(readRequests(queries))).toEqual([
      { left: 50, right: 51, similarity: expect.any(Number) },
    ]);
  });

  it('word similarity joins requests with the same numbers in other words, and not other numbers in the same words', () => {
    const origin = 'Looking for brown plain loafers in EU size 41, priced above 867 PHP.';
    const paraphrase =
      'Tan slip-on shoes without a pattern please, EU 41, brown will do, from eight hundred sixty-seven up.';
    const lookAlike = 'Looking for brown plain loafers in EU size 39, priced above 1240 PHP.';
    expect(wordSimilarity.similarPairs(readRequests([origin, paraphrase, lookAlike]))).toEqual([
      { left: 0, right: 1, similarity: expect.any(Number) },
    ]);
  });

  it('word similarity needs less in common where nothing else has as much in common', () => {
    const origin = 'Please get me a portable blender of steel that is silver, at 410 pesos or more.';
    const paraphrase = 'Silver smoothie mixer, small enough to carry, 410 pesos and up';
    const rival = 'Silver smoothie mixer for the office, quiet enough to talk, 410 pesos and up';
    const neutral = 'Wooden ladder for the orchard, tall enough to reach, 980 pesos or less';
    const similarityBeside = (third: string): number =>
      wordSimilarity
        .similarPairs(readRequests([origin, paraphrase, third]))
        .find(({ left, right }) => left === 0 && right === 1)!.similarity;
    expect(similarityBeside(rival)).toBeLessThan(similarityBeside(neutral) - 0.01);
  });

  it('word similarity does not join a look-alike to a paraphrase of what it looks like', () => {
    const origin =
      'Our parlour echoes like a church. Please get me a carpet. It should cost 372 to 460 pesos and be gray.';
    const paraphrase = 'To stop the echo in the sala I want a rug that costs 372 to 460 pesos.';
    const lookAlike = origin.replace('gray', 'red');
    const pairs = (queries: readonly string[]): (readonly [number, number])[] =>
      wordSimilarity.similarPairs(readRequests(queries)).map(({ left, right }) => [left, right]);
    const closer = `${paraphrase} Gray.`;
    expect(pairs([closer, lookAlike])).toEqual([[0, 1]]);
    expect(pairs([closer, lookAlike, origin])).toEqual([[0, 2]]);
    // If both are equally close, either may be the origin of the paraphrase.
    expect(pairs([paraphrase, lookAlike, origin])).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it('word similarity recognises a number that a phrase of our language means without saying it', () => {
    const similarityOf = (paraphrase: string): number =>
      wordSimilarity.similarPairs(
        readRequests([
          'What I want is a flat panel for the desk. It needs to redraw at sixty hertz or slower, be fine with the coarse HD of a budget netbook and be some shade of black. It should cost 4310 pesos.',
          paraphrase,
        ]),
      )[0]?.similarity ?? 0;
    expect(similarityOf('Black monitor, 60 Hz, 1366x768, 4310 pesos')).toBeGreaterThan(
      similarityOf('Black monitor, 60 Hz, 1920x1080, 4310 pesos'),
    );
  });

  it('word similarity counts facts of our language that differ against a pair', () => {
    const origin =
      'I need a garment with bodice and skirt in one. It has to cost 487 to 962 pesos and be made of flax.';
    const similarityOf = (material: string): number =>
      wordSimilarity.similarPairs(
        readRequests([origin, `A frock for Lola at 487, 962 at most. Has to be ${material}`]),
      )[0]?.similarity ?? 0;
    expect(similarityOf('something she wears often')).toBeGreaterThan(
      similarityOf('made of the usual synthetic') + 0.001,
    );
  });

  it('word similarity does not join other goods by a voucher copied word for word', () => {
    const voucher =
      ' With my voucher it has to stay within 622 pesos. The voucher gives a percentage discount of 35% with a cap of 453 when the products cost more than 510 together.';
    const queries = [
      `Please get me a filler for the toilet of our siamese, loose when wet, in a bag of about five liters.${voucher}`,
      `I need folding chairs of oak for the garden, four of them, with cushions in green.${voucher}`,
    ];
    expect(wordSimilarity.similarPairs(readRequests(queries))).toEqual([]);
  });

  it('word similarity does not join other goods by a reworded voucher', () => {
    const queries = [
      'Food for our guard dog, half moist, with beef and peas. My limit is 934 pesos and I have a coupon: 246 off above 659.',
      'I need a raised bed with a washable cover for the terrace. I can spend 934 pesos in all. The voucher gives a discount of 246 once the order exceeds 659 pesos.',
    ];
    expect(wordSimilarity.similarPairs(readRequests(queries))).toEqual([]);
  });
});
