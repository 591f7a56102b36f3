import { describe, expect, it } from 'vitest';
import { calibrateThreshold } from '../testing/calibrate-threshold.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { bagOfWords, wordSimilarity } from './word-similarity.ts';

describe('word similarity', () => {
  it('has the threshold that the labelled pairs ask for', () => {
    const pairs = readLabelledPairs();
    expect(pairs.filter((pair) => pair.same).length).toBeGreaterThanOrEqual(200);
    expect(pairs.filter((pair) => !pair.same).length).toBeGreaterThanOrEqual(200);
    const calibration = calibrateThreshold(pairs);
    expect(Math.abs(wordSimilarity.threshold - calibration.threshold)).toBeLessThan(0.02);
    expect(calibration.missedShare(wordSimilarity.threshold)).toBe(0);
    expect(calibration.falseShare(wordSimilarity.threshold)).toBeLessThanOrEqual(0.01);
  });

  it('takes numbers in words for numbers', () => {
    expect(bagOfWords('under one thousand two hundred fifty pesos')).toEqual(bagOfWords('under 1250 pesos'));
    expect(bagOfWords('I want one lamp')).not.toContain('1');
  });

  it('finds the pair that says the same and no other', () => {
    const strangers = Array.from(
      { length: 50 },
      (_, n) => `I need a product${n} with feature${n} under ${100 + n} pesos.`,
    );
    const queries = [...strangers, 'Show me a zorblax kettle in teal.', 'Do you have the teal kettle by zorblax?'];
    expect(wordSimilarity.similarPairs(queries)).toEqual([{ left: 50, right: 51, similarity: expect.any(Number) }]);
  });
});
