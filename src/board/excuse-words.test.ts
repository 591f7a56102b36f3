import { describe, expect, it } from 'vitest';
import { excuseWords } from './excuse-words.ts';

const NONE = {
  runs: 3,
  attempts: 90,
  repeated: 0,
  refused: 0,
  departed: 0,
  outages: 0,
  reasons: {},
  allowed_share: 0.05,
};

describe('excuseWords', () => {
  it('says that no attempts were excused', () => {
    expect(excuseWords(NONE)).toBe('none in 90 attempts');
  });

  it('says how many attempts were repeated and why, and what counted as failed', () => {
    const excuses = { ...NONE, repeated: 4, outages: 1, reasons: { SEARCH_FAILED: 1, INFERENCE_FAILED: 3 } };
    expect(excuseWords(excuses)).toBe('4 of 90 attempts repeated (1 outage, INFERENCE_FAILED 3, SEARCH_FAILED 1)');
    expect(excuseWords({ ...excuses, refused: 2, departed: 1 })).toMatch(
      /; 2 counted as failed: no excuse left; 1 repeated attempt asked something else than before$/,
    );
  });
});
