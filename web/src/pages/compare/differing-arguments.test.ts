import { expect, it } from 'vitest';
import { differingArguments } from './differing-arguments.ts';

it('marks the arguments that the other attempt gave another value or did not give', () => {
  const search = (given: unknown) => ({ name: 'search', given });
  const calls = [search({ q: 'lamp', page: 1, price: { max: 5 } }), search({ q: 'cup' }), search('odd')];
  const others = [search({ q: 'red lamp', price: { max: 5 } }), { name: 'view', given: { q: 'cup' } }, search({})];
  const namesOf = (theirs: typeof others) => [...differingArguments(calls, theirs).values()].map((names) => [...names]);
  expect(namesOf(others)).toEqual([['q', 'page'], [], []]);
  expect(namesOf([])).toEqual([[], [], []]);
});
