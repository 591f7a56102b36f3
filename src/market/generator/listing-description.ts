import type { Random } from '../../random/random.ts';
import type { Item } from './item.ts';
import { spoken } from './listing-title.ts';

/** The specification lines under a listing's pictures. */
export function shortDescription(item: Item): string {
  const lines = Object.entries(item.attributes).map(([key, values]) => `- ${label(key)}: ${values.join(', ')}`);
  return lines.slice(0, 6).join('\n');
}

/** Running text for whoever reads on: greeting, selling points, what can be chosen, how it ships, in shop English. */
export function description(random: Random, item: Item): string {
  const what = item.noun.toLowerCase();
  const sentences = [
    random.pick([
      `Welcome to our shop! This ${what} is ready to ship.`,
      `Thank you for looking at our ${what}.`,
      `Meet the ${[item.brand, item.series].filter(Boolean).join(' ') || 'new'} ${what}.`,
      `Looking for a ${what} you can rely on? You found it.`,
    ]),
    `Highlights: ${item.features.join(', ').toLowerCase()}.`,
    random.pick([
      `Ideal for ${random.pick(item.leaf.uses)} and ${random.pick(item.leaf.uses)}.`,
      `Many of our customers use it for ${random.pick(item.leaf.uses)}.`,
      `A good choice for ${random.pick(item.leaf.uses)}.`,
    ]),
    ...Object.entries(item.options).map(
      ([axis, values]) => `Available ${label(axis)}: ${values.map(spoken).join(', ')}.`,
    ),
  ];
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
  return sentences.join(' ');
}

function label(key: string): string {
  return key.replaceAll('_', ' ');
}

function capitalFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
