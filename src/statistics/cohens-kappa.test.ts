import { describe, expect, it } from 'vitest';
import { cohensKappa, kappaInterval, type RatedItem } from './cohens-kappa.ts';

function rated(times: number, left: number, right: number): RatedItem[] {
  return Array.from({ length: times }, (_, place) => ({ cluster: `c${place}`, left, right }));
}

describe('cohensKappa', () => {
  it('Cohen’s kappa matches the textbook example, and is null when chance always agrees', () => {
    const items = [...rated(20, 1, 1), ...rated(5, 1, 0), ...rated(10, 0, 1), ...rated(15, 0, 0)];
    expect(cohensKappa(items, 2)).toBeCloseTo(0.4, 12);
    expect(cohensKappa(rated(5, 1, 1), 2)).toBeNull();
    expect(cohensKappa([], 2)).toBeNull();
  });

  it('the interval of kappa repeats for the same seed and contains the estimate', () => {
    const items = [...rated(20, 1, 1), ...rated(5, 1, 0), ...rated(10, 0, 1), ...rated(15, 0, 0)];
    const { low, high } = kappaInterval(items, 2, 7);
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(0.4);
    expect(kappaInterval(items, 2, 7)).toEqual({ low, high });
  });
});
