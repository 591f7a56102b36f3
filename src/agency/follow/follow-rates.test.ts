import { describe, expect, it } from 'vitest';
import { followRates } from './follow-rates.ts';
import type { Decision, Followed } from './read-follow.ts';

const times = (decision: Decision, followed: number, ignored: number): Followed[] =>
  Array.from({ length: followed + ignored }, (_, place) => ({
    completion: place,
    decision,
    followed: place < followed,
  }));

describe('follow rates', () => {
  it('names who makes each decision: the model, the program or unknown', () => {
    const rates = followRates([...times('search', 9, 1), ...times('recommend', 1, 9)]);
    expect(rates.search).toMatchObject({ followed: 9, of: 10, decides: 'model' });
    expect(rates.recommend).toMatchObject({ followed: 1, of: 10, decides: 'program' });
    expect(rates.view).toMatchObject({ followed: 0, of: 0, decides: 'unknown' });
  });

  it('the confidence interval of a follow rate narrows with more observations', () => {
    const width = (of: number) => {
      const { low, high } = followRates(times('search', of, 0)).search.interval;
      expect(high).toBe(1);
      return high - low;
    };
    expect(width(40)).toBeLessThan(width(4) / 2);
  });

  it('the model decides when at least half of the changes are followed', () => {
    expect(followRates(times('view', 1, 1)).view.decides).toBe('model');
    expect(followRates(times('view', 1, 0)).view.decides).toBe('model');
    expect(followRates(times('view', 0, 1)).view.decides).toBe('unknown');
    expect(followRates(times('view', 1, 2)).view.decides).toBe('program');
  });
});
