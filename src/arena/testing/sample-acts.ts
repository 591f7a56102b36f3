import fc from 'fast-check';
import type { RunCompletion } from '../wire/work-wire.ts';
import { failure, PROBLEMS, success } from './sample-queue.ts';

const VALIDATORS = 5;

/** A next step by a validator, the clock or the arena's housekeeping. */
export type Act =
  | { readonly kind: 'claim' | 'beat'; readonly by: number }
  | { readonly kind: 'progress'; readonly by: number; readonly problem: number }
  | { readonly kind: 'complete'; readonly by: number; readonly run: number; readonly body: RunCompletion }
  | { readonly kind: 'pass'; readonly minutes: number }
  | { readonly kind: 'reap' | 'settle' };

const by = fc.nat(VALIDATORS - 1);
const body = fc.oneof(
  // Often the same result, so that validators both agree and disagree.
  { weight: 6, arbitrary: fc.constantFrom(3, 3, 3, 4, 0, 5).map((solved) => success(solved)) },
  { weight: 2, arbitrary: fc.constantFrom(failure(), failure('agent'), failure('platform')) },
);
export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('claim' as const), by }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('beat' as const), by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('progress' as const), by, problem: fc.nat(PROBLEMS - 1) }) },
  // Which of the validator's runs, counted from the last: mostly the last one, so that duplicates and late reports
  // occur.
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('complete' as const), by, run: fc.constantFrom(0, 0, 0, 0, 1, 2), body }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 1, 2, 4, 11, 370) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reap' as const, 'settle' as const) }) },
);
