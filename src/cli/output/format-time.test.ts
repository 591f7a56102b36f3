import { describe, expect, it } from 'vitest';
import { durationText, timestampText, whenText } from './format-time.ts';

describe('times in output', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59.4, '59 s'],
    [60, '1 min'],
    [61, '1 min 1 s'],
    [3_600, '1 h'],
    [43_199, '11 h 59 min'],
    [86_400 + 3_599, '1 d'],
    [100 * 86_400, '100 d'],
  ])('%d seconds are printed as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it('prints how far a time is, before and after it', () => {
    const noon = '2026-11-15T12:00:00.000Z';
    expect(timestampText(noon)).toBe('2026-11-15 12:00 UTC');
    expect(whenText(noon, Date.parse('2026-11-15T10:30:00Z'))).toBe('2026-11-15 12:00 UTC, in 1 h 30 min');
    expect(whenText(noon, Date.parse('2026-11-17T12:00:00Z'))).toBe('2026-11-15 12:00 UTC, 2 d ago');
  });
});
