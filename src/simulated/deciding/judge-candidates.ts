import { isFiller, placesOf, stemOf } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';
import type { Listing } from '../reading/conversation.ts';
import type { Clause, Wish } from '../reading/wish.ts';
import { judgeFacts, mentionsName } from './judge-facts.ts';

/** Which parts of a wish a listing meets, as far as the conversation has shown. */
export interface Judgement {
  readonly listing: Listing;
  /** Every requirement is met, and the listing was opened to verify it. */
  readonly fits: boolean;
  /** Nothing known contradicts it. */
  readonly possible: boolean;
  /** Words of the name that are missing in its title. */
  readonly missingName: readonly string[];
  /** Attributes and options of the listing that meet a requirement. */
  readonly met: readonly (readonly [string, string])[];
  /** Contradictions, in words. */
  readonly against: readonly string[];
  /** Higher is better; used if nothing matches. */
  readonly score: number;
}

/** Judges a listing strictly: every word of the wish must be accounted for. */
export function judge(wish: Wish, listing: Listing): Judgement {
  const against: string[] = [];
  const { price, services } = wish;
  if (price !== undefined && listing.price !== undefined) {
    if (listing.price < price.low) against.push(`costs ${listing.price}, below ${price.low}`);
    if (listing.price > price.high) against.push(`costs ${listing.price}, above ${price.high}`);
  }
  if (listing.services !== undefined) {
    for (const service of services) if (!listing.services.includes(service)) against.push(`lacks ${service}`);
  }
  const isOpen = listing.attributes !== undefined || listing.variants !== undefined;
  if (isOpen && !mentionsName(wish, listing)) against.push(`does not mention ${wish.mentions}`);
  if (wish.leaf !== undefined) return judgeFacts(wish, listing, against);
  const stems = titleStems(listing.title ?? '');
  const reading = isOpen ? bestReading(wish, listing, stems) : { unexplained: [], met: [] };
  const missingName = wish.words
    .slice(0, wish.nameLength)
    .filter(
      (word, place) => !isFiller(word) && !stems.has(stemOf(word)) && (!isOpen || reading.unexplained.includes(place)),
    );
  const failed = isOpen ? wish.clauses.filter((clause) => !isMet(clause, reading.unexplained)) : [];
  against.push(...failed.map((clause) => describeFailure(clause, listing)));
  const knowsTitle = listing.title !== undefined;
  return {
    listing,
    fits: isOpen && knowsTitle && against.length === 0 && missingName.length === 0,
    possible: against.length === 0 && (missingName.length === 0 || (!isOpen && lacksOnlyTail(wish, stems))),
    missingName,
    met: reading.met,
    against,
    score: -against.length - missingName.length * 0.8 + (isOpen ? 0.25 : 0) + reading.met.length * 0.05,
  };
}

/**
 * "door lock variation left handed" joins a name and an option. Only an opened listing separates the two. So a listing
 * is worth opening if its title has the beginning of the name but none of its last words.
 */
function lacksOnlyTail(wish: Wish, stems: ReadonlySet<string>): boolean {
  const said = wish.words.slice(0, wish.nameLength).filter((word) => !isFiller(word));
  const shown = said.map((word) => stems.has(stemOf(word)));
  const tail = said.length - 1 - shown.lastIndexOf(true);
  return tail >= 2 && tail <= said.length - 2 && !shown.slice(0, said.length - tail).includes(false);
}

/** Size of the cache of title stems. Titles are repeated in every turn of a conversation. */
const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, ReadonlySet<string>>();

function titleStems(title: string): ReadonlySet<string> {
  const known = remembered.get(title);
  if (known !== undefined) return known;
  const stems = new Set(wholeWords(title).map(stemOf));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(title, stems);
  return stems;
}

interface ReadingOfWords {
  /** Indexes of words that nothing in the listing accounts for. */
  readonly unexplained: readonly number[];
  readonly met: readonly (readonly [string, string])[];
}

/** The variant that accounts for most words. Options must be available together. */
function bestReading(wish: Wish, listing: Listing, stems: ReadonlySet<string>): ReadingOfWords {
  const attributes = (listing.attributes ?? []).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const variants = listing.variants ?? [];
  const names = new Set([
    ...attributes.map(([name]) => name),
    ...variants.flatMap((variant) => variant.map(([name]) => name)),
  ]);
  const keys = [...names].map((name) => wholeWords(name.replaceAll('_', ' ')));
  const fixed = relevant(wish, attributes);
  let best: ReadingOfWords | undefined;
  const tried = new Set<string>();
  for (const variant of variants.length === 0 ? [[]] : variants) {
    const options = relevant(wish, variant);
    const signature = options.map(([name, value]) => `${name}=${value}`).join('&');
    if (tried.has(signature)) continue;
    tried.add(signature);
    const reading = readWords(wish, [...fixed, ...options], keys, stems);
    if (best === undefined || reading.unexplained.length < best.unexplained.length) best = reading;
  }
  return best!;
}

/** Pairs whose value occurs in the wish; others cannot account for anything. */
function relevant(wish: Wish, pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const said = new Set(wish.words);
  return pairs.filter(([, value]) => {
    const run = wholeWords(value);
    return run.length > 0 && said.has(run[0]!) && placesOf(run, wish.words).length > 0;
  });
}

function readWords(
  wish: Wish,
  pairs: readonly (readonly [string, string])[],
  keys: readonly (readonly string[])[],
  stems: ReadonlySet<string>,
): ReadingOfWords {
  const explained = wish.words.map(
    (word, place) => isFiller(word) || (place < wish.nameLength && stems.has(stemOf(word))),
  );
  for (const clause of wish.clauses) {
    const said = wish.words.slice(clause.from, clause.to);
    // "with penguin character" names an attribute of this listing; a penguin in its title does not satisfy that.
    const namesKey = keys.some((key) => key.length < said.length - 1 && placesOf(key, said).length > 0);
    if (!clause.mayBeInTitle || namesKey) continue;
    for (let place = clause.from; place < clause.to; place++)
      if (stems.has(stemOf(wish.words[place]!))) explained[place] = true;
  }
  const met: (readonly [string, string])[] = [];
  for (const [name, value] of pairs) {
    const run = wholeWords(value);
    const key = wholeWords(name.replaceAll('_', ' '));
    for (const place of placesOf(run, wish.words)) {
      const touched = wish.clauses.filter((clause) => clause.from < place + run.length && clause.to > place);
      const labels = touched.flatMap((clause) =>
        clause.label === undefined ? [] : [wholeWords(clause.label).join(' ')],
      );
      if (labels.length > 0 && !labels.includes(key.join(' '))) continue;
      explained.fill(true, place, place + run.length);
      explainKey(wish, key, touched, place, run.length, explained);
      if (!met.some(([known, same]) => known === name && same === value)) met.push([name, value]);
    }
  }
  return { unexplained: explained.flatMap((known, place) => (known ? [] : [place])), met };
}

/** The words of the attribute's name, next to the value or in its clause, are accounted for with the value. */
function explainKey(
  wish: Wish,
  key: readonly string[],
  touched: readonly Clause[],
  place: number,
  length: number,
  explained: boolean[],
): void {
  const from = Math.min(place - key.length, ...touched.map((clause) => clause.from));
  const to = Math.max(place + length + key.length, ...touched.map((clause) => clause.to));
  for (const start of placesOf(key, wish.words)) {
    if (start >= from && start + key.length <= to) explained.fill(true, start, start + key.length);
  }
}

function isMet(clause: Clause, unexplained: readonly number[]): boolean {
  return !unexplained.some((place) => place >= clause.from && place < clause.to);
}

/** Describes what the listing has instead, if it has the same attribute. */
function describeFailure(clause: Clause, listing: Listing): string {
  const wanted = wholeWords(clause.text).join(' ');
  const same = (listing.attributes ?? []).find(([name]) => wanted.includes(name.replaceAll('_', ' ')));
  if (same === undefined) return `does not show ${JSON.stringify(clause.text)}`;
  return `has ${same[0]} ${same[1].slice(0, 3).join(', ')} instead of ${JSON.stringify(clause.value)}`;
}
