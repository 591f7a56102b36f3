import { expect, it } from 'vitest';
import { readRowsSearch } from './rows-search.ts';

it('takes what it knows from an address and leaves out the rest', () => {
  const search = {
    model: 'house/adept',
    category: 7,
    agency: '',
    split: ['train'],
    other: 'x',
    reason: 'x'.repeat(201),
  };
  expect(readRowsSearch(search)).toEqual({ model: 'house/adept', category: '7' });
  expect(readRowsSearch({})).toEqual({});
});
