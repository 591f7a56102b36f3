import { expect, it } from 'vitest';
import { titleNamed } from './title-named.ts';

const LONG = 'Brass desk lamp with a very long description of what it comes with';

it.each([
  ['I take Brass desk lamp.', 'Brass desk lamp', 'Brass desk lamp'],
  [`I take ${LONG.slice(0, 45)}… now`, LONG, LONG.slice(0, 45).trimEnd()],
  [`${LONG.slice(0, 41)}. No, ${LONG}!`, LONG, LONG],
  [`I take ${LONG.slice(0, 39)}…`, LONG, undefined],
  ['I take brass desk lamp.', 'Brass desk lamp', undefined],
  ['A Lamp.', 'Lamp', undefined],
])('reads how much of a title a text has: %s', (text, title, expected) => {
  expect(titleNamed(text, title)).toBe(expected);
});
