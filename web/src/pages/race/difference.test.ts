import { describe, expect, it } from 'vitest';
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
  it('is called chance when its interval covers 0, on either side', () => {
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

  it('is called chance when many tried, though its own interval is clear of 0', () => {
    const { isChance, sentence } = differenceVerdict(comparison({ tried: 10, adjusted_probability: 0.1 }));
    expect(isChance).toBe(true);
    expect(sentence).toBe('Not statistically significant: p = 0.100 after correcting for 10 challengers.');
  });

  it('is real otherwise, and the sentence says how many were counted', () => {
    expect(differenceVerdict(comparison({}))).toEqual({
      isChance: false,
      sentence: 'Statistically significant: p = 0.010.',
    });
    expect(differenceVerdict(comparison({ tried: 3, adjusted_probability: 0.00001 })).sentence).toBe(
      'Statistically significant: p < 0.001, corrected for 3 challengers.',
    );
    expect(differenceVerdict(comparison({ difference: -0.3, interval: [-0.5, -0.1] })).isChance).toBe(false);
  });

  it('is written with its sign, and nothing has none', () => {
    expect([0.0894, -0.02, 0, -0.0001].map((value) => signed(value))).toEqual(['+0.089', '−0.020', '0.000', '0.000']);
  });

  it('shares its scale with the others', () => {
    expect(differenceReach([comparison({ interval: [-0.4, 0.2] }), comparison({})])).toBe(0.4);
    expect(differenceReach([])).toBe(0.1);
  });
});
