import { describe, expect, it } from 'vitest';
import { comparisonText, solvedText } from './compare-text.ts';

const COMPARED = {
  agent_version_id: '51bcef3c-fa82-4a0a-9994-7cee85728f76',
  problems: 15,
  difference: 4 / 15,
  interval: [0, 0.471] as [number, number],
  probability: 0.125,
  adjusted_probability: 0.125,
  tried: 1,
  remark: '',
};

describe('the comparison with the incumbent', () => {
  it('a difference that may be chance is called not significant', () => {
    expect(comparisonText('mine', COMPARED)).toBe(
      'mine, the only challenger, solved 26.7 percentage points more of the 15 problems than the incumbent (95 % interval: 0.0 to 47.1). This is not statistically significant; the race is decided by the score.',
    );
  });

  it('a significant difference is printed with its probability and the number of challengers', () => {
    const text = comparisonText('mine', { ...COMPARED, tried: 3, adjusted_probability: 0.0161 });
    expect(text).toMatch(/^mine, one of 3 challengers, .*\. This is statistically significant \(p = 0\.016\)\.$/);
  });

  it('a challenger that solved fewer problems gets a negative difference', () => {
    expect(solvedText({ difference: -0.0667, interval: [-0.2, 0.05] })).toBe(
      'solved 6.7 percentage points fewer than the incumbent (difference: −6.7, 95 % interval: −20.0 to 5.0)',
    );
  });

  it('no difference is printed in words', () => {
    expect(solvedText({ difference: 0, interval: [-0.0001, 0.1] })).toBe(
      'solved as many as the incumbent (95 % interval: 0.0 to 10.0)',
    );
  });
});
