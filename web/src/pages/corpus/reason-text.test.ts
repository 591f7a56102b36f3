import { expect, it } from 'vitest';
import { REASONS } from '../../../../src/corpus/filter.ts';
import { QUARANTINE_REASONS } from '../../../../src/corpus/intake.ts';
import { LEFT_REASONS } from '../../../../src/corpus/release/build-release.ts';
import { reasonText } from './reason-text.ts';

it('explains every reason for which an attempt is not a row', () => {
  const codes = [...REASONS, ...QUARANTINE_REASONS, ...LEFT_REASONS, 'CLAIMED'];
  expect(codes.filter((code) => reasonText(code) === undefined)).toEqual([]);
  expect(reasonText('toString')).toBeUndefined();
});
