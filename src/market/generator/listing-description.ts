import type { Random } from '../../random/random.ts';
import { type Item, listedAttributes } from './item.ts';
import { noiseOf } from './listing-noise.ts';
import { spoken } from './listing-title.ts';
import type { Wording } from './stated-values.ts';

const MAX_LENGTH = 2000;

/** The specification lines of a listing; more than half of the sellers leave them out. */
export function shortDescription(random: Random, item: Item, wording: Wording): string {
  if (random.chance(0.55)) return '';
  const lines = Object.entries(listedAttributes(item)).map(([key, values]) => `- ${label(key)}: ${values.join(', ')}`);
  return (lines.length > 0 ? lines : wording.features.map((feature) => `- ${feature}`)).slice(0, 6).join('\n');
}

/**
 * The long description, in typical shop English: empty for two listings of five, one line for some, pages of shop rules
 * for a few.
 */
export function description(random: Random, item: Item, wording: Wording): string {
  const length = random.next();
  if (length < 0.4) return '';
  const { policies, symbols } = noiseOf(item.leaf);
  const sentences = [greeting(random, item, wording)];
  if (length >= 0.5) sentences.push(...body(random, item, wording));
  if (random.chance(0.38)) {
    sentences.splice(1 + random.integer(sentences.length), 0, random.pick(symbols));
  }
  if (length >= 0.9) sentences.push(...random.sample(policies, 4 + random.integer(policies.length)));
  let text = sentences[0]!;
  for (const sentence of sentences.slice(1)) {
    if (text.length + 1 + sentence.length <= MAX_LENGTH) text += ` ${sentence}`;
  }
  return text;
}

function greeting(random: Random, item: Item, { noun }: Wording): string {
  const what = noun.toLowerCase();
  return random.pick([
    `Welcome to our shop! This ${what} is ready to ship.`,
    `Thank you for looking at our ${what}.`,
    `Meet the ${[item.brand, item.series].filter(Boolean).join(' ') || 'new'} ${what}.`,
    `Looking for a good ${what}? You found it.`,
  ]);
}

function body(random: Random, item: Item, { features, uses }: Wording): string[] {
  const sentences: string[] = [];
  if (features.length > 0) sentences.push(`Highlights: ${features.join(', ').toLowerCase()}.`);
  if (uses.length > 0) {
    sentences.push(
      random.pick([
        `Ideal for ${random.pick(uses)} and ${random.pick(uses)}.`,
        `Many of our customers use it for ${random.pick(uses)}.`,
        `A good choice for ${random.pick(uses)}.`,
      ]),
    );
  }
  for (const [axis, values] of Object.entries(item.options)) {
    sentences.push(`Available ${label(axis)}: ${values.map(spoken).join(', ')}.`);
  }
  for (const [key, values] of random.sample(Object.entries(item.attributes), 3)) {
    sentences.push(`${capitalFirst(label(key))} is ${values.join(' and ')}.`);
  }
  if (item.services.includes('COD')) sentences.push('Cash on delivery is accepted.');
  if (item.services.includes('freeShipping')) sentences.push('Shipping is free nationwide.');
  sentences.push(
    random.pick([
      'Colours may differ slightly on your screen.',
      'Please message us before leaving a low rating; we answer within a day.',
      'Check the size or variation before you order.',
      'Every parcel is checked and wrapped before it leaves us.',
    ]),
  );
  return sentences;
}

function label(key: string): string {
  return key.replaceAll('_', ' ');
}

function capitalFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
