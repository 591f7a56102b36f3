import { describe, expect, it } from 'vitest';
import { SIGNIFICANCE_LEVEL } from '../../../../src/arena/browser.ts';
import { type Comparison, differenceReach, differenceVerdict, signed } from './difference.ts';

function comparison(values: Partial<Comparison>): Comparison {
  return {
    agent_version_id: 'a',
    problems: 30,
    difference: 0.1,
    interval: [0.02, 0.18],
    probability: 0.01,
    adjusted_probability: 0.01,
    tried: 1,
    remark: '',
    ...values,
  };
}

describe('a difference to the incumbent', () => {
  it('a difference whose interval covers 0 is not significant, on either side', () => {
    for (const interval of [
      [-0.06, 0.53],
      [-0.2, 0],
      [0, 0.1],
    ] as const) {
      const { isChance, sentence } = differenceVerdict(comparison({ interval: [...interval] }));
      expect(isChance).toBe(true);
      expect(sentence).toContain('Not statistically significant');
    }
  });

  it('a difference is not significant when many tried, even if its own interval excludes 0', () => {
    const { isChance, sentence } = differenceVerdict(comparison({ tried: 10, adjusted_probability: 0.1 }));
    expect(isChance).toBe(true);
    expect(sentence).toBe('Not statistically significant: p = 0.100 after correcting for 10 challengers.');
  });

  it('a difference is significant below the arena’s level, and not at it', () => {
    const isChance = (probability: number) =>
      differenceVerdict(comparison({ adjusted_probability: probability })).isChance;
    expect([isChance(SIGNIFICANCE_LEVEL - 1e-9), isChance(SIGNIFICANCE_LEVEL)]).toEqual([false, true]);
  });

  it('other differences are significant, and the text says how many were counted', () => {
    expect(differenceVerdict(comparison({}))).toEqual({
      isChance: false,
      sentence: 'Statistically significant: p = 0.010.',
    });
    expect(differenceVerdict(comparison({ tried: 3, adjusted_probability: 0.00001 })).sentence).toBe(
      'Statistically significant: p < 0.001, corrected for 3 challengers.',
    );
    expect(differenceVerdict(comparison({ difference: -0.3, interval: [-0.5, -0.1] })).isChance).toBe(false);
  });

  it('a difference is written with its sign, and zero without', () => {
    expect([0.0894, -0.02, 0, -0.0001].map((value) => signed(value))).toEqual(['+0.089', '−0.020', '0.000', '0.000']);
  });

  it('differences share one scale', () => {
    expect(differenceReach([comparison({ interval: [-0.4, 0.2] }), comparison({})])).toBe(0.4);
    expect(differenceReach([])).toBe(0.1);
  });
});
