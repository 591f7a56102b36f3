import { expect, it } from 'vitest';
import { type GradedOutcome, predictSuccess } from './predict-success.ts';

function outcome(
  place: number,
  difficulty: string,
  quality: GradedOutcome['quality'],
  success: boolean,
): GradedOutcome {
  return { problem: `p-${place}`, difficulty, quality, success };
}

it('compares only attempts of one difficulty, and leaves out ungraded ones', () => {
  const prediction = predictSuccess([
    outcome(1, 'product', 0.9, true),
    outcome(2, 'product', 0.7, false),
    outcome(3, 'voucher', 0.5, true),
    outcome(4, 'voucher', 0.3, false),
    outcome(5, 'voucher', null, false),
  ]);
  expect(prediction).toMatchObject({ attempts: 4, successes: 2, auc: 1 });
});

it('prediction of success is undefined when all succeed', () => {
  expect(predictSuccess([outcome(1, 'product', 0.9, true)])).toEqual({
    attempts: 1,
    successes: 1,
    auc: null,
    interval: null,
  });
});
