import { describe, expect, it } from 'vitest';
import { retryAfterMilliseconds } from './retry-after.ts';

describe('retryAfterMilliseconds', () => {
  const now = new Date('2026-05-04T10:00:00Z');
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    ['7', 7_000],
    ['1.5', 1_500],
    ['Mon, 04 May 2026 10:00:30 GMT', 30_000],
    ['Mon, 04 May 2026 09:00:00 GMT', 0],
  ])('reads Retry-After %j as %j', (header, milliseconds) => {
    expect(retryAfterMilliseconds(header, now)).toBe(milliseconds);
  });
});
