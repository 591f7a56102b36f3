import type { Random } from '../../random/random.ts';

/**
 * Adds a typo to one of the longer words. Numbers and codes stay unchanged, because a typo there would be a different
 * fact.
 */
export function misspell(random: Random, text: string): string {
  const words = text.split(' ');
  const places = [...words.keys()].filter((place) => /^[A-Za-z]{5,}$/.test(words[place]!));
  if (places.length === 0) return text;
  const place = random.pick(places);
  const word = words[place]!;
  // The first letter is rarely mistyped.
  const at = 1 + random.integer(word.length - 2);
  const before = word.slice(0, at);
  const typos = [
    before + word.slice(at + 1),
    before + word[at] + word.slice(at),
    before + word[at + 1] + word[at] + word.slice(at + 2),
  ];
  return words.with(place, random.pick(typos)).join(' ');
}
