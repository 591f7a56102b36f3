import { describe, expect, it } from 'vitest';
import { aucInterval, type ScoredItem, stratifiedAuc } from './auc.ts';

function items(stratum: string, positives: readonly number[], negatives: readonly number[]): ScoredItem[] {
  const item = (score: number, positive: boolean, place: number) => ({
    cluster: `${stratum}-${place}`,
    stratum,
    score,
    positive,
  });
  return [
    ...positives.map((score, place) => item(score, true, place)),
    ...negatives.map((score, place) => item(score, false, place)),
  ];
}

describe('stratifiedAuc', () => {
  it('AUC counts ordered pairs, and half of ties', () => {
    // Pairs: 3>1, 3>2, 2>1, 2=2.
    expect(stratifiedAuc(items('a', [3, 2], [1, 2]))).toBe(3.5 / 4);
    expect(stratifiedAuc(items('a', [1, 1], [1, 1]))).toBe(0.5);
    expect(stratifiedAuc(items('a', [1], [2]))).toBe(0);
  });

  it('AUC compares nothing across strata', () => {
    expect(stratifiedAuc([...items('easy', [0.3], []), ...items('hard', [], [0.9])])).toBeNull();
    expect(stratifiedAuc([...items('easy', [0.3], [0.1]), ...items('hard', [0.9], [0.7])])).toBe(1);
  });
});

describe('aucInterval', () => {
  it('an AUC interval contains the estimate, and is the same for the same seed', () => {
    const sample = items('a', [3, 2, 4, 1, 3, 2], [1, 2, 1, 3, 1, 2]);
    const interval = aucInterval(sample, 7)!;
    const auc = stratifiedAuc(sample)!;
    expect(interval.low).toBeLessThan(auc);
    expect(interval.high).toBeGreaterThan(auc);
    expect(aucInterval(sample, 7)).toEqual(interval);
  });

  it('there is no AUC interval when there is nothing to resample', () => {
    expect(aucInterval(items('a', [1], []), 7)).toBeNull();
  });
});
