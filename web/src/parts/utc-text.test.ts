import { expect, it } from 'vitest';
import { utcText } from './utc-text.ts';

it('writes a time in UTC, whatever form it was given in', () => {
  expect(utcText('2026-01-02T03:04:05.678Z')).toBe('2026-01-02 03:04 UTC');
  expect(utcText('2026-01-02T00:04:05+02:00', 'seconds')).toBe('2026-01-01 22:04:05 UTC');
  expect(utcText(0)).toBe('1970-01-01 00:00 UTC');
  expect(utcText('soon')).toBe('unknown time');
});
