import { describe, expect, it } from 'vitest';
import { readRange } from './read-range.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
  ])('the header %s selects a range of 100 bytes', (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('the range %s lies outside 100 bytes', (header) => {
    expect(readRange(header, 100)).toBe('unsatisfiable');
  });

  it.each([undefined, '', 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=0-9', 'bytes=a-b'])(
    'the range header %s is ignored',
    (header) => {
      expect(readRange(header, 100)).toBeUndefined();
    },
  );
});
