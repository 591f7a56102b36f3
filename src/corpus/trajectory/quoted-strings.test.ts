import { describe, expect, it } from 'vitest';
import { quotedStrings } from './quoted-strings.ts';

describe('quoted strings', () => {
  it('finds the strings of JSON anywhere in a text, also inside other JSON', () => {
    const inner = JSON.stringify({ query: 'a 24" lamp,\nplease' });
    const text = `Solve 24" wide: ${JSON.stringify({ content: inner, cut: 'the whole' })}`.slice(0, -3);
    expect([...quotedStrings(text)]).toEqual(expect.arrayContaining([inner, 'a 24" lamp,\nplease']));
  });

  it.each([
    ["{'problem_id': 'p1', 'query': 'I want a red lamp'}", 'I want a red lamp'],
    // Python prints a string with both kinds of quotes in apostrophes.
    [String.raw`Task: {'query': 'It\'s for a 24" desk\nand cheap'}`, 'It\'s for a 24" desk\nand cheap'],
    [`{'query': "It's for my desk"}`, "It's for my desk"],
    [String.raw`('a caf\xe9 table', 1)`, 'a café table'],
    [String.raw`['snow \U0001f600 globe \u2603']`, 'snow 😀 globe ☃'],
    // A string with an apostrophe is in quotes, and has Python's escapes all the same.
    [String.raw`{'query': "It's a lamp\xa0for me"}`, "It's a lamp\u00a0for me"],
    [JSON.stringify({ content: "Task: {'query': 'red lamp for\\nmy desk'}" }), 'red lamp for\nmy desk'],
    ["Problem(problem_id='1', query='a blue mat, please')", 'a blue mat, please'],
    [String.raw`{'path': 'back\\nslash here'}`, String.raw`back\nslash here`],
  ])('finds the strings of a value that Python printed: %s', (text, wanted) => {
    expect([...quotedStrings(text)]).toContain(wanted);
  });

  it('finds no strings between apostrophes of prose', () => {
    expect([...quotedStrings("It's the customer's wish, and the shop's 'best offer' isn't cheap")]).toEqual([]);
  });
});
