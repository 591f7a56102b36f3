import { describe, expect, it } from 'vitest';
import { chosenAmong } from './chosen-among.ts';

const drawn = (...samples: readonly string[]) => samples.map((ids) => new Set(ids));

describe('a choice among samples of one prompt', () => {
  it.each([
    ['the majority', drawn('b', 'a', 'a'), 'a', 2],
    ['the plurality', drawn('b', 'a', 'c', 'a', 'd'), 'a', 2],
    ['the first of several with equally many votes', drawn('a', 'b', 'c', 'd', 'e'), 'a', 1],
    ['one of two', drawn('b', 'a'), 'a', 1],
    ['one of three that all differ', drawn('b', 'c', 'a'), 'a', 1],
    ['the list that most samples have', drawn('ac', 'ab', 'ab', 'ad'), 'ab', 2],
    ['one that every sample speaks of, beside others', drawn('ab', 'abc', 'abd', 'abe'), 'b', 4],
    ['what is said after samples without a product', drawn('', '', 'a', 'a'), 'a', 2],
  ])('counts a choice among samples of one prompt as a vote: %s', (_, samples, recommended, votes) => {
    const chosen = chosenAmong(samples, [...recommended]);
    expect(chosen).toEqual({ among: samples.filter(({ size }) => size > 0).length, votes, isPicked: false });
  });

  it.each([
    ['against the majority', drawn('b', 'b', 'a'), 'a', 1],
    ['one of many that all differ', drawn('a', 'b', 'c', 'd', 'e'), 'd', 1],
    ['drawn until the right one came', drawn('b', 'c', 'd', 'e', 'a'), 'a', 1],
  ])('counts a choice among samples of one prompt as the program’s: %s', (_, samples, recommended, votes) => {
    expect(chosenAmong(samples, [...recommended])).toEqual({ among: samples.length, votes, isPicked: true });
  });

  it('finds no choice in a single sample, or when no sample names the recommended product', () => {
    expect(chosenAmong(drawn('a'), ['a'])).toBeUndefined();
    expect(chosenAmong(drawn('a', ''), ['a'])).toBeUndefined();
    expect(chosenAmong(drawn('a', 'b', 'c'), ['d'])).toBeUndefined();
  });
});
