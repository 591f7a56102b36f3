import type { Random } from '../../random/random.ts';
import { ATTRIBUTE_PHRASES, BRAND_PHRASES, OPTION_PHRASES, PRICE_PHRASES, SERVICE_PHRASES } from './phrases.ts';
import type { Constraint, Wish } from './wish.ts';

/** The item in words: its name with everything that is said of it, in some order. */
export function sayItem(random: Random, wish: Wish): string {
  const said = random.sample(wish.constraints, wish.constraints.length);
  const before: string[] = [];
  const after: string[] = [];
  for (const constraint of said) {
    if (constraint.kind === 'brand' && random.chance(0.45)) before.push(constraint.brand);
    else after.push(sayConstraint(random, constraint));
  }
  const name = [...before, wish.name].join(' ');
  return [`${article(random, name)}${name}`, ...join(random, after)].join('');
}

function sayConstraint(random: Random, constraint: Constraint): string {
  switch (constraint.kind) {
    case 'brand':
      return random.pick(BRAND_PHRASES).replace('…', constraint.brand);
    case 'attribute':
      return labelled(ATTRIBUTE_PHRASES, random, constraint);
    case 'option':
      return labelled(OPTION_PHRASES, random, constraint);
    case 'service':
      return random.pick(SERVICE_PHRASES[constraint.service]);
    case 'price': {
      const phrase: string = random.pick(PRICE_PHRASES[constraint.price.mode]);
      const { low, high } = { low: 0, high: 0, ...constraint.price };
      return phrase.replace('LOW', String(low)).replace('HIGH', String(high));
    }
  }
}

function labelled(
  phrases: readonly string[],
  random: Random,
  { key, value }: { readonly key: string; readonly value: string },
): string {
  const label = key.replaceAll('_', ' ');
  // "with lanyard" is its own phrase; "in with lanyard" is none.
  const phrase = /^(with|without) /.test(value) ? '… (LABEL)' : random.pick(phrases);
  const verb = /[^s]s$/.test(label) ? 'are' : 'is';
  // Replacement functions, because a value may hold "$&".
  return phrase
    .replace('LABEL is', () => `${label} ${verb}`)
    .replace('LABEL', () => label)
    .replace('…', () => value);
}

/** A "usb hub" and a "uv lamp" begin with a consonant, whatever the letter; an "8 inch" fan does not. */
const VOWEL_SOUND = /^(?!u[sv]b?\b|uni|eu|one\b|us\b)[aeiou]|^8|^11\b|^18\b/i;

function article(random: Random, name: string): string {
  const last = name.split(' with ')[0]!.split(' ').at(-1)!;
  if (/[^su]s$/i.test(last)) return random.chance(0.3) ? 'some ' : '';
  if (random.chance(0.15)) return '';
  return VOWEL_SOUND.test(name) ? 'an ' : 'a ';
}

/** "x with a, in b and under c" in one of the ways people string such things together. */
function join(random: Random, phrases: readonly string[]): string[] {
  if (phrases.length <= 1) return phrases.map((phrase) => ` ${phrase}`);
  const separator = random.pick([', ', ', ', ' and ']);
  const last = separator === ' and ' ? ' and ' : random.pick([', and ', ' and ', ', ']);
  return phrases.map((phrase, place) => {
    if (place === 0) return ` ${phrase}`;
    return (place === phrases.length - 1 ? last : separator) + phrase;
  });
}
