import type { Random } from '../../random/random.ts';
import type { Item } from './item.ts';
import { type ListingNoise, noiseOf, promisesOf } from './listing-noise.ts';
import { misspell } from './misspell.ts';
import type { Wording } from './stated-values.ts';

const MIN_WORDS = 7;
const MIN_WORDS_TERSE = 4;
const MAX_WORDS = 20;
const MAX_WORDS_STUFFED = 28;

/**
 * A title as sellers write it: facts in no fixed order, mixed with noise. `random` decides only the wording. The facts
 * come from the item, so a near miss shows its difference whenever the wording mentions it.
 */
export function listingTitle(random: Random, item: Item, wording: Wording): string {
  const noise = noiseOf(item.leaf);
  const terse = random.chance(0.15);
  const stuffed = random.chance(0.07);
  const core = [...name(random, item), wording.noun];
  if (random.chance(0.15)) core.reverse();
  const facts = terse ? wording.features.slice(0, 1) : factsOf(random, item, wording);
  let parts = [...core, ...(random.chance(0.5) ? facts : random.sample(facts, facts.length))];
  if (stuffed) parts.push(...keywords(random, noise));
  if (random.chance(0.4)) parts = [shout(random, item, noise), ...parts];
  // Sellers repeat the words they want to be found for.
  if (!terse && random.chance(0.45)) parts.push(random.chance(0.5) ? wording.noun : random.pick(wording.nouns));
  if (random.chance(0.1)) parts.push(random.pick(noise.foreign));
  const wanted = terse ? MIN_WORDS_TERSE : MIN_WORDS;
  while (wordCount(parts) < wanted || random.chance(0.15)) {
    const spare = wording.features.filter((feature) => !parts.includes(feature));
    parts.push(spare.length > 0 ? spare[0]! : random.pick(noise.tails));
  }
  if (random.chance(0.2)) parts.push(random.pick(noise.tails));
  if (random.chance(0.08)) parts.push(stockCode(random));
  const separator = random.chance(0.1) ? random.pick([' | ', ' - ', ', ', ' / ']) : ' ';
  const title = cut(parts, separator, stuffed ? MAX_WORDS_STUFFED : MAX_WORDS);
  const typed = random.chance(0.09) ? misspell(random, title) : title;
  return shouted(random, typed, wording.noun);
}

/** The title of a duplicate whose seller copied the original title and changed it a little. */
export function retouchedTitle(random: Random, item: Item, title: string): string {
  const noise = noiseOf(item.leaf);
  switch (random.integer(4)) {
    case 0:
      return `${shout(random, item, noise)} ${title}`;
    case 1:
      return `${title} ${random.pick(noise.tails)}`;
    case 2:
      return misspell(random, title);
    default:
      return `${title} ${stockCode(random)}`;
  }
}

/** A value as people write it: "int:xl" is the catalogue's form of a size. */
export function spoken(value: string): string {
  return value.replace(/^[a-z]+:\s*/, '');
}

function name(random: Random, { brand, unlisted, series, model }: Item): string[] {
  // Half of the sellers who omit the brand in the record name it in the title.
  const named = random.chance(0.5) || !unlisted.has('brand') ? brand : '';
  return [named, series, model].filter((part) => part !== '');
}

function factsOf(random: Random, item: Item, { features, uses, nouns }: Wording): string[] {
  const facts = features.slice(0, 1 + random.integer(3));
  for (const values of random.sample(tellableAttributes(random, item), random.integer(3))) {
    facts.push(capitalised(values[0]!));
  }
  if (random.chance(0.35) && uses.length > 0) {
    facts.push(`${random.chance(0.1) ? 'para sa' : 'for'} ${capitalised(random.pick(uses))}`);
  }
  const axes = Object.values(item.options);
  if (random.chance(0.25) && axes.length > 0) facts.push(optionList(random, random.pick(axes)));
  if (random.chance(0.15)) facts.push(random.pick(nouns));
  return facts;
}

function optionList(random: Random, values: readonly string[]): string {
  return values
    .slice(0, 4)
    .map(spoken)
    .map(capitalised)
    .join(random.pick(['/', ' ', ', ']));
}

/** Facts that are missing in the record are also mentioned less often in the title. */
function tellableAttributes(random: Random, item: Item): (readonly string[])[] {
  const tellsAll = random.chance(0.3);
  return Object.entries(item.attributes).flatMap(([key, values]) =>
    key === 'brand' ||
    key.includes('warranty') ||
    (item.unlisted.has(key) && !tellsAll) ||
    values[0] === undefined ||
    /^(no|not|none|yes)\b/.test(values[0])
      ? []
      : [values],
  );
}

function keywords(random: Random, { neighbours, strangers }: ListingNoise): string[] {
  const picked = random.sample(random.chance(0.6) ? neighbours : strangers, 1 + random.integer(3));
  return random.chance(0.4) ? [...picked, ...picked] : picked;
}

function shout(random: Random, { services }: Item, { shouts }: ListingNoise): string {
  const promises = promisesOf(services);
  return promises.length > 0 && random.chance(0.25) ? random.pick(promises) : random.pick(shouts);
}

/** A seller's stock code, such as "mso093-CB"; it identifies the listing, not the item. */
function stockCode(random: Random): string {
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + random.integer(26))).join('');
  return `${letters(3)}${String(random.integer(1000)).padStart(3, '0')}-${letters(2).toUpperCase()}`;
}

function shouted(random: Random, title: string, noun: string): string {
  const draw = random.next();
  if (draw < 0.04) return title.toUpperCase();
  return draw < 0.14 ? title.replace(noun, noun.toUpperCase()) : title;
}

function capitalised(text: string): string {
  return text.replace(/(^|[\s-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function wordCount(parts: readonly string[]): number {
  return parts.join(' ').split(' ').length;
}

/** Truncates by whole parts: a partial value ("ps icc" of "ps icc and dot") may be another value. */
function cut(parts: readonly string[], separator: string, words: number): string {
  let title = parts[0]!;
  for (const part of parts.slice(1)) {
    const longer = title + separator + part;
    if (longer.split(' ').length > words) break;
    title = longer;
  }
  return title;
}
