import { expect, it } from 'vitest';
import { readAttemptSearch } from './attempt-search.ts';

it('takes the view, steps, recorded calls and words to find from an address, and nothing else', () => {
  expect(readAttemptSearch({ step: 3, find: 'lamp' })).toEqual({ step: 3, find: 'lamp' });
  expect(readAttemptSearch({ step: 'call-17', find: 120 })).toEqual({ step: 'call-17', find: '120' });
  expect(readAttemptSearch({ view: 'claimed', step: 3 })).toEqual({ view: 'claimed', step: 3 });
  for (const view of ['conversation', 'other', 1, null]) expect(readAttemptSearch({ view })).toEqual({});
  for (const step of ['3"', 1.5, {}, null, 'call-x', 'call-1234567890'])
    expect(readAttemptSearch({ step })).toEqual({});
  expect(readAttemptSearch({ find: 'x'.repeat(500) }).find).toHaveLength(200);
  expect(readAttemptSearch({ find: '', other: 1 })).toEqual({});
});
