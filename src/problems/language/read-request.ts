import { SERVICES } from '../../market/service.ts';
import { words } from '../../text/words.ts';
import { wordsToNumbers } from '../clusters/number-words.ts';
import type { PriceConstraint } from '../problem.ts';
import { nearestBrand } from './brand-spelling.ts';
import type { Choice, Fact, ItemRequest } from './fact.ts';
import {
  ALL_SUBJECTS,
  AROUND_PHRASES,
  BOTH_SUBJECTS,
  CHOICE_SENTENCES,
  ONE_SHOP_SENTENCES,
  ORDINAL_OPENINGS,
  ORDINALS,
  PRICE_PHRASES,
  SAME_COLOUR,
  SEVERAL_SENTENCES,
} from './grammar.ts';
import { type SpokenLeaf, spokenLeaves } from './lexicon.ts';
import { BRAND_PHRASES, SERVICE_PHRASES } from './shared-phrases.ts';

/** A parsed request. */
export interface ReadRequest {
  readonly items: readonly ItemRequest[];
  readonly oneShop: boolean;
}

interface OpenItem {
  readonly spoken: SpokenLeaf;
  readonly facts: Fact[];
  choice?: Choice;
}

/**
 * Parses a request in our language; `undefined` if it contains no need or name of the lexicon. Synthesis uses it to
 * verify that each request states what is graded, and simulated models use it to understand requests.
 */
export function readRequest(request: string): ReadRequest | undefined {
  const text = request.toLowerCase();
  const openings = findOpenings(text);
  if (openings.length === 0) return undefined;
  const items: OpenItem[] = openings.map(({ spoken }) => ({ spoken, facts: [] }));
  let current = 0;
  for (const { sentence, start } of sentencesOf(text)) {
    const opened = openings.findLastIndex((opening) => opening.start < start + sentence.length);
    const opensHere = opened >= 0 && openings[opened]!.start >= start;
    const ordinal = ordinalOf(sentence);
    if (opensHere) current = opened;
    else if (ordinal !== undefined && ordinal < items.length) current = ordinal;
    const forAll = [...BOTH_SUBJECTS, ...ALL_SUBJECTS].some((subject) => sentence.startsWith(subject.toLowerCase()));
    for (const item of forAll ? items : [items[current]!]) readSentence(sentence, item, items);
  }
  return {
    items: items.map(({ spoken, facts, choice }) => ({
      leaf: spoken.language.leaf,
      facts,
      ...(choice && { choice }),
    })),
    oneShop: ONE_SHOP_SENTENCES.some((sentence) => text.includes(sentence.toLowerCase())),
  };
}

interface Opening {
  readonly spoken: SpokenLeaf;
  readonly start: number;
  readonly end: number;
}

/** Positions where items start: needs and names, the longest if two overlap. */
function findOpenings(text: string): Opening[] {
  const found: Opening[] = [];
  for (const spoken of spokenLeaves()) {
    for (const phrase of spoken.things)
      for (const start of placesOf(text, phrase.toLowerCase()))
        found.push({ spoken, start, end: start + phrase.length });
  }
  return withoutOverlaps(found);
}

function withoutOverlaps<Span extends { readonly start: number; readonly end: number }>(
  spans: readonly Span[],
): Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((left, right) => right.end - right.start - (left.end - left.start)))
    if (kept.every((other) => span.end <= other.start || span.start >= other.end)) kept.push(span);
  return kept.sort((left, right) => left.start - right.start);
}

/** Positions where the phrase occurs as whole words. */
function placesOf(text: string, phrase: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[at + phrase.length] ?? ''))
      places.push(at);
  return places;
}

function* sentencesOf(text: string): Generator<{ readonly sentence: string; readonly start: number }> {
  let start = 0;
  for (const { index } of text.matchAll(/[.?!](?=\s|$)/g)) {
    const sentence = text.slice(start, index);
    const lead = sentence.length - sentence.trimStart().length;
    yield { sentence: sentence.trimStart(), start: start + lead };
    start = index + 1;
  }
  if (text.slice(start).trim() !== '') yield { sentence: text.slice(start).trimStart(), start };
}

function ordinalOf(sentence: string): number | undefined {
  for (const [place, ordinal] of ORDINALS.entries())
    if (ORDINAL_OPENINGS.some((opening) => sentence.startsWith(opening.replace('ORDINAL', ordinal).toLowerCase())))
      return place;
  return undefined;
}

function readSentence(sentence: string, item: OpenItem, items: readonly OpenItem[]): void {
  const { facts, spoken } = item;
  const spans = spoken.phrases.flatMap(({ text, fact }) => {
    const phrase = text.toLowerCase();
    return placesOf(sentence, phrase).map((start) => ({ fact, start, end: start + phrase.length }));
  });
  for (const { fact } of withoutOverlaps(spans)) facts.push(fact);
  for (const service of SERVICES)
    if (SERVICE_PHRASES[service].some((phrase) => placesOf(sentence, phrase).length > 0))
      facts.push({ kind: 'service', service });
  const price = readPrice(sentence);
  if (price !== undefined) facts.push({ kind: 'price', price });
  const brand = readBrand(sentence, spoken.leaf.brands);
  if (brand !== undefined) facts.push({ kind: 'brand', brand: brand.toLowerCase() });
  const colour = readSameColour(sentence, items);
  if (colour !== undefined) facts.push(colour);
  for (const [choice, sentences] of Object.entries(CHOICE_SENTENCES) as [Choice, readonly string[]][])
    if (sentences.some((each) => `${sentence}.` === each.toLowerCase())) item.choice = choice;
}

function readSameColour(sentence: string, items: readonly OpenItem[]): Fact | undefined {
  for (const [place, ordinal] of ORDINALS.entries()) {
    if (!sentence.includes(SAME_COLOUR.replace('ORDINAL', ordinal))) continue;
    return items[place]?.facts.find((fact) => fact.kind === 'values' && fact.key === 'color_family');
  }
  return undefined;
}

const NUMBER = '([\\d,]+|[a-z]+(?: [a-z]+)*?)';

function pattern(template: string): RegExp {
  return new RegExp(
    template
      .toLowerCase()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/\b(?:low|high|middle|off|total|count)\b/g, NUMBER),
  );
}

const PRICES = (Object.keys(PRICE_PHRASES) as PriceConstraint['mode'][]).flatMap((mode) =>
  PRICE_PHRASES[mode].map((phrase) => ({ mode, matches: pattern(phrase) })),
);
const AROUND = AROUND_PHRASES.map(pattern);
const SEVERAL = SEVERAL_SENTENCES.map((sentence) => ({
  matches: pattern(sentence.replace(/\.$/, '')),
  countFirst: sentence.indexOf('COUNT') < sentence.indexOf('TOTAL'),
}));

function readPrice(sentence: string): PriceConstraint | undefined {
  for (const matches of AROUND) {
    const [middle, off] = numbersIn(matches.exec(sentence));
    if (middle !== undefined && off !== undefined) return { mode: 'between', low: middle - off, high: middle + off };
  }
  for (const { matches, countFirst } of SEVERAL) {
    const [first, second] = numbersIn(matches.exec(sentence));
    if (first === undefined || second === undefined) continue;
    return { mode: 'less than', high: countFirst ? second / first : first / second };
  }
  for (const { mode, matches } of PRICES) {
    const [first, second] = numbersIn(matches.exec(sentence));
    if (first === undefined) continue;
    if (mode === 'between') {
      if (second !== undefined) return { mode, low: first, high: second };
    } else return mode === 'less than' ? { mode, high: first } : { mode, low: first };
  }
  return undefined;
}

function numbersIn(match: RegExpExecArray | null): (number | undefined)[] {
  return (match ?? []).slice(1).map((text) => {
    const value = /\d/.test(text) ? Number(text.replaceAll(',', '')) : Number(wordsToNumbers(words(text)).join(''));
    return Number.isFinite(value) ? value : undefined;
  });
}

const BRANDS = BRAND_PHRASES.map((phrase) => {
  const [before, after] = phrase.split('…') as [string, string];
  return new RegExp(`\\b${before}(\\p{L}[\\p{L}\\p{N}'’& -]*?)(?=${after === '' ? '(?:,| and |$)' : after})`, 'u');
});

function readBrand(sentence: string, brands: readonly string[]): string | undefined {
  for (const matches of BRANDS) {
    const written = matches.exec(sentence)?.[1];
    const brand = written === undefined ? undefined : nearestBrand(written, brands);
    if (brand !== undefined) return brand;
  }
  return undefined;
}
