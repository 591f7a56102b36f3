import { describe, expect, it } from 'vitest';
import { numbersOf } from './request-numbers.ts';
import { requestWords } from './request-words.ts';

function written(query: string): (string | undefined)[] {
  return numbersOf(requestWords(query)).map(([first]) => first);
}

function agree(left: string, right: string): boolean {
  const [keys, others] = [left, right].map((query) => new Set(numbersOf(requestWords(query)).flat())) as [
    Set<string>,
    Set<string>,
  ];
  return !keys.isDisjointFrom(others);
}

describe('numbers of a request', () => {
  it.each([
    ['over 1,464 pesos', ['#1464']],
    ['₱1.303k', ['#1303']],
    ['₱0.48k', ['#480']],
    ['max P630 for the Huawei P30', ['#630', 'code p30']],
    ['one thousand two hundred seventy-four', ['#1274']],
    ['two dozen or half a dozen', ['#24', '#6']],
    ['four and a half liters', ['#4.5']],
    ['mehr als neunzig', ['#90']],
    ['no numbers here', []],
  ])('reads the numbers of %s', (query, numbers) => {
    expect(written(query)).toEqual(numbers);
  });

  it.each([
    ['padded 6 millimeters', '0.6 cm of padding'],
    ['18 inches', '45.7 cm'],
    ['around one thousand five hundred grams', 'a kilo and a half'],
    ['three hundred milliliters', '30 cl'],
    ['2000 milliamp hours', '2 Ah'],
    ['a 7-day guarantee', 'one week of guarantee'],
    ['220 c or more', '428 °F'],
  ])('"%s" and "%s" state the same number', (left, right) => {
    expect(agree(left, right)).toBe(true);
  });

  it.each([
    ['around 240 pesos give or take 24', '216 to 264 pesos'],
    ['about 110 pesos plus or minus 6', 'from 104 to 116'],
    ['roughly 82, five up or down', 'between 77 and 87'],
    ['EU size 40, SPF of 30', 'EU40, SPF30'],
  ])('"%s" and "%s" state the same numbers', (left, right) => {
    const [keys, others] = [left, right].map((query) => numbersOf(requestWords(query)));
    for (const number of keys!) expect(others!.flat().some((key) => number.includes(key))).toBe(true);
    for (const number of others!) expect(keys!.flat().some((key) => number.includes(key))).toBe(true);
  });

  it('takes no number for the tolerance of another without words that say so', () => {
    expect(agree('240 pesos for 24 pieces', '216 to 264 pesos')).toBe(false);
  });

  it('a number after a tolerance is not a tolerance of the tolerance', () => {
    const keys = numbersOf(requestWords('910 pesos give or take 137 either way, 5 pieces')).map((number) => number[0]);
    expect(keys.filter((key) => key === '#137')).toHaveLength(1);
    expect(numbersOf(requestWords('910 pesos give or take 137 either way, 5 pieces')).flat()).not.toContain('#132');
  });

  it('distinguishes different amounts in requests', () => {
    expect(agree('15 milliliters', '8 milliliters')).toBe(false);
  });
});
