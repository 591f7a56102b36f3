import { describe, expect, it } from 'vitest';
import { twinSentence } from './twin-words.ts';
import { twinComparison } from './twins/twin-comparison.ts';

const COMPARISON = { public_solved: 20, public_of: 30, twins_solved: 6, twins_of: 10, probability: 0.5, limit: 0.005 };

describe('twin comparison in words', () => {
  it('a flagged version shows the reason of its twin comparison', () => {
    const entry = { twin_comparison: { ...COMPARISON, probability: 6.4e-6, is_marked: true }, score_on_public: 0.6 };
    expect(twinSentence(twinComparison(entry))).toBe(
      'It solved 67 % of the public problems and 60 % of unpublished twins of the same difficulty (p = 0.0000064): answers are memorised. Its score is that of the twins.',
    );
  });

  it('other versions show the counts of twins, and nothing without a comparison', () => {
    const entry = { twin_comparison: { ...COMPARISON, is_marked: false }, score_on_public: null };
    expect(twinSentence(twinComparison(entry))).toContain('Public problems 20 of 30, unpublished twins 6 of 10');
    for (const none of [
      undefined,
      twinComparison(null),
      twinComparison({ twin_comparison: null, score_on_public: null }),
    ]) {
      expect(twinSentence(none)).toBe('Not compared with unpublished twins of the public problems.');
    }
  });
});
