import type { Random } from '../../random/random.ts';
import type { Item } from './item.ts';

const SHOUTS = [
  'ORIGINAL',
  'COD',
  '[Ready Stock]',
  '【COD】',
  'Hot Sale',
  '2026 New',
  'New Arrival',
  'BEST SELLER',
  'Authentic',
  '100% Original',
  'Sale!',
  'On Hand',
  '(READY TO SHIP)',
  '🔥',
  'Premium',
  'High Quality',
  'Wholesale',
  'Legit',
];
const TAILS = [
  'Local Stock',
  'Fast Delivery',
  'with Freebies',
  'Best Price',
  'Good Quality',
  'Affordable',
  'ph',
  'Trending',
  '1PC',
  '1pc',
  'Set',
  'Sale',
  'Limited',
];

const MIN_WORDS = 7;
const MAX_WORDS = 20;

/**
 * A title as sellers write it: the facts in no fixed order, between noise. `random` decides the wording only; what is
 * said comes from the item, so a near miss shows its difference whenever the wording mentions it.
 */
export function listingTitle(random: Random, item: Item): string {
  const core = [...name(item), item.noun];
  if (random.chance(0.15)) core.reverse();
  const facts = item.features.slice(0, 1 + random.integer(4));
  for (const values of random.sample(tellableAttributes(item), random.integer(3))) facts.push(capitalised(values[0]!));
  if (random.chance(0.35)) facts.push(`for ${capitalised(random.pick(item.leaf.uses))}`);
  if (random.chance(0.3))
    facts.push(
      random
        .pick(Object.values(item.options))
        .slice(0, 4)
        .map(spoken)
        .map(capitalised)
        .join(random.pick(['/', ' ', ', '])),
    );
  if (random.chance(0.15)) facts.push(random.pick(item.leaf.nouns));
  let parts = [...core, ...(random.chance(0.5) ? facts : random.sample(facts, facts.length))];
  if (random.chance(0.45)) parts = [random.pick(SHOUTS), ...parts];
  while (wordCount(parts) < MIN_WORDS || random.chance(0.2)) {
    const spare = item.features.filter((feature) => !parts.includes(feature));
    parts.push(spare.length > 0 ? spare[0]! : random.pick(TAILS));
  }
  if (random.chance(0.25)) parts.push(random.pick(TAILS));
  const title = cut(parts.join(' '));
  return random.chance(0.06) ? title.toUpperCase() : title;
}

/** A value as a person says it: "int:xl" is how the catalogue writes a size. */
export function spoken(value: string): string {
  return value.replace(/^[a-z]+:\s*/, '');
}

function name(item: Item): string[] {
  return [item.brand, item.series, item.model].filter((part) => part !== '');
}

function tellableAttributes(item: Item): (readonly string[])[] {
  return Object.entries(item.attributes).flatMap(([key, values]) =>
    key === 'brand' || key.includes('warranty') || values[0] === undefined || /^(no|not|none)\b/.test(values[0])
      ? []
      : [values],
  );
}

function capitalised(text: string): string {
  return text.replace(/(^|[\s-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function wordCount(parts: readonly string[]): number {
  return parts.join(' ').split(' ').length;
}

function cut(title: string): string {
  return title.split(' ').slice(0, MAX_WORDS).join(' ').replace(/[,/]$/, '');
}
