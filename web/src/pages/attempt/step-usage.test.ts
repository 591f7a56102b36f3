import { expect, it } from 'vitest';
import { recorded, said } from '../../testing/attempt-sample-attempt.ts';
import { usageText } from './step-usage.ts';

const full = { ...said(1, 'a'), promptTokens: 1_200, completionTokens: 34, microdollars: 150 };

it('adds up tokens and prices of the model calls of a step', () => {
  expect(usageText([full, recorded(2), { ...full, sequence: 3 }])).toBe(
    '2 model calls · 2,400 + 68 tokens · $0.000300',
  );
  expect(usageText([{ ...full, tokensEstimated: true, microdollars: 0 }])).toBe(
    '1,200 + 34 tokens (estimated) · $0.000000',
  );
});

it('leaves out what was not recorded, and says how many calls a sum is of', () => {
  expect(usageText([recorded(1)])).toBe('');
  expect(usageText([said(1, 'a')])).toBe('');
  expect(usageText([{ ...full, microdollars: null }])).toBe('1,200 + 34 tokens');
  expect(usageText([full, said(2, 'b')])).toBe(
    '2 model calls · 1,200 + 34 tokens (1 of 2 calls) · $0.000150 (1 of 2 calls)',
  );
});
