import type { Random } from '../../random/random.ts';
import type { Fact, ItemRequest } from './fact.ts';
import {
  ALL_SUBJECTS,
  BOTH_SUBJECTS,
  CHOICE_SENTENCES,
  CLOSINGS,
  FIRST_ASKS,
  LATER_ASKS,
  LIST_ASKS,
  MODALS,
  ONE_SHOP_SENTENCES,
  ORDINAL_OPENINGS,
  ORDINALS,
} from './grammar.ts';
import type { LeafLanguage } from './leaf-language.ts';
import type { ThingWords } from './reserved-words.ts';

/** A fact and its wording: a verb phrase after "It has to", or a separate sentence. */
export interface SaidFact {
  readonly fact: Fact;
  readonly phrase?: string;
  readonly sentence?: string;
}

/** An item with the wording chosen for each of its facts. */
export interface PlannedItem {
  readonly language: LeafLanguage;
  readonly things: ThingWords;
  readonly facts: readonly SaidFact[];
  readonly choice?: ItemRequest['choice'];
}

/** Probabilities of the optional parts of a request. */
const WITH_OCCASION = 0.4;
const WITH_CLOSING = 0.1;
const PLAINLY_NAMED = 0.3;
const NAMED = 0.35;
const LIST_FIRST = 0.4;
const SAID_ONCE = 0.7;

/** Composes the request. Every fact of every item is stated once, or once for all items that share it. */
export function composeRequest(random: Random, items: readonly PlannedItem[], oneShop: boolean): string {
  const shared = items.length > 1 && random.chance(SAID_ONCE) ? sharedPhrases(items) : [];
  const things = items.map((item) => nameThing(random, item));
  const details = items.map((item) => detailSentences(random, item, shared));
  const first = random.pick(items[0]!.language.occasions);
  const sentences: string[] = random.chance(WITH_OCCASION) ? [first] : [];
  const shop = oneShop ? [random.pick(ONE_SHOP_SENTENCES)] : [];
  if (items.length > 1 && random.chance(LIST_FIRST)) {
    sentences.push(
      random.pick(listAsks(items.length)).replace('LIST', () => listOf(things)),
      ...shop,
    );
    for (const [place, detail] of details.entries()) sentences.push(...withOrdinal(random, detail, place));
  } else {
    for (const [place, thing] of things.entries()) {
      sentences.push(random.pick(place === 0 ? FIRST_ASKS : LATER_ASKS).replace('THING', () => thing));
      sentences.push(...details[place]!.map(({ text }) => text));
    }
    sentences.splice(random.chance(0.5) ? sentences.length : sentences[0] === first ? 1 : 0, 0, ...shop);
  }
  for (const phrase of shared)
    sentences.push(`${random.pick(items.length === 2 ? BOTH_SUBJECTS : ALL_SUBJECTS)} ${phrase}.`);
  if (random.chance(WITH_CLOSING)) sentences.push(random.pick(CLOSINGS));
  return sentences.join(' ');
}

function nameThing(random: Random, { things: { needs, names, plainNames } }: PlannedItem): string {
  if (plainNames.length > 0 && random.chance(PLAINLY_NAMED)) return random.pick(plainNames);
  return random.pick(random.chance(NAMED) ? names : needs);
}

interface Detail {
  readonly text: string;
  /** True if the sentence does not begin with a modal, so it cannot follow "As for the second item,". */
  readonly standsAlone: boolean;
}

function detailSentences(random: Random, item: PlannedItem, shared: readonly string[]): Detail[] {
  const phrases = random.sample(
    item.facts.flatMap(({ phrase }) => (phrase === undefined || shared.includes(phrase) ? [] : [phrase])),
    item.facts.length,
  );
  const details: Detail[] = [];
  while (phrases.length > 0) {
    const together = phrases.splice(0, 2 + random.integer(3));
    const [one, many] = random.pick(MODALS);
    details.push({ text: `${item.language.plural ? many : one} ${joined(together)}.`, standsAlone: false });
  }
  for (const { sentence } of item.facts)
    if (sentence !== undefined) details.push({ text: sentence, standsAlone: true });
  if (item.choice !== undefined) details.push({ text: random.pick(CHOICE_SENTENCES[item.choice]), standsAlone: true });
  return details;
}

function withOrdinal(random: Random, details: readonly Detail[], place: number): string[] {
  const opening = random.pick(ORDINAL_OPENINGS).replace('ORDINAL', ORDINALS[place]!);
  return details.map(({ text, standsAlone }, number) => {
    if (number > 0) return text;
    return standsAlone ? `${opening} here is the catch. ${text}` : `${opening} ${lowerFirst(text)}`;
  });
}

/** "I'd" and "I want" keep their capital. */
function lowerFirst(text: string): string {
  return /^I\b/.test(text) ? text : text[0]!.toLowerCase() + text.slice(1);
}

function joined(phrases: readonly string[]): string {
  if (phrases.length < 3) return phrases.join(' and ');
  return `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}

function listOf(things: readonly string[]): string {
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}

function listAsks(items: number): readonly string[] {
  return items === 3 ? LIST_ASKS : LIST_ASKS.filter((frame) => !frame.startsWith('Three'));
}

/** Phrases that all items of the request have in common. */
function sharedPhrases(items: readonly PlannedItem[]): string[] {
  return items[0]!.facts.flatMap(({ phrase }) => {
    if (phrase === undefined) return [];
    const everywhere = items.every((item) => item.facts.some((said) => said.phrase === phrase));
    return everywhere ? [phrase] : [];
  });
}
