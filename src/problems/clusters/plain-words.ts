import type { FactPhrase } from '../language/fact-phrases.ts';
import { CHOICE_SENTENCES } from '../language/grammar.ts';
import { spokenLeaves } from '../language/lexicon.ts';
import { SERVICE_PHRASES } from '../language/shared-phrases.ts';
import { isNumberWord } from './number-words.ts';
import { type NumberKeys, numbersOf } from './request-numbers.ts';
import { requestWords } from './request-words.ts';

/** What a phrase of our language means. */
export interface Meaning {
  /** `undefined` for phrases that mean the same in every leaf. */
  readonly leaf: string | undefined;
  /** In the words that sellers and paraphrasers use. */
  readonly plain: readonly string[];
  /** Equal for phrases that state the same fact. The leaf for a need or a name; `undefined` for an occasion. */
  readonly fact: string | undefined;
  /** Whether the phrase starts an item. */
  readonly opens: boolean;
  /** Keys of the numbers in the value, which the phrase need not contain: "the coarse HD" means 1366x768. */
  readonly numbers?: NumberKeys;
}

/** A phrase in a text: the indices of its words and its possible meanings. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly meanings: readonly Meaning[];
}

/**
 * The words of a request, with every phrase of our language replaced by what it stands for: "something that sucks up
 * dust around the house" becomes "vacuum cleaners". Our requests avoid the sellers' words, and paraphrases use them
 * again.
 */
export function plainWords(words: readonly string[], spans: readonly Span[]): string[] {
  const plain: string[] = [];
  let place = 0;
  for (const { start, end, meanings } of spans) {
    plain.push(...words.slice(place, start), ...new Set(meanings.flatMap((meaning) => meaning.plain)));
    place = end;
  }
  plain.push(...words.slice(place));
  return plain;
}

/** Finds phrases from left to right, the longest at each position, with their meanings for the items of this text. */
export function findPhrases(words: readonly string[]): Span[] {
  const found = findSpans(words, phrases().tree);
  const leaves = new Set<string | undefined>([undefined]);
  for (const { meanings } of found) for (const { opens, leaf } of meanings) if (opens) leaves.add(leaf);
  return found.flatMap((span) => {
    const meanings = span.meanings.filter(({ leaf }) => leaves.has(leaf));
    return meanings.length === 0 ? [] : [{ ...span, meanings }];
  });
}

interface Step {
  readonly next: Map<string, Step>;
  readonly meanings: Meaning[];
}

function findSpans(words: readonly string[], tree: Step): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start < words.length; ) {
    let step: Step | undefined = tree;
    let found: Span | undefined;
    for (let end = start; end < words.length; end++) {
      step = step.next.get(words[end]!);
      if (step === undefined) break;
      if (step.meanings.length > 0) found = { start, end: end + 1, meanings: step.meanings };
    }
    if (found === undefined) start++;
    else {
      spans.push(found);
      start = found.end;
    }
  }
  return spans;
}

const SERVICE_WORDS = {
  official: 'official store lazmall',
  freeShipping: 'free shipping',
  COD: 'cash on delivery cod',
  flashsale: 'flash sale lazflash',
} as const;

/** A phrase that allows more values than this does not point to any of them. */
const MOST_VALUES = 3;

/** All words that occur in phrases of our language. */
export function phraseWords(): ReadonlySet<string> {
  return phrases().words;
}

interface Phrases {
  readonly tree: Step;
  readonly words: ReadonlySet<string>;
}

let known: Phrases | undefined;

function phrases(): Phrases {
  known ??= readPhrases();
  return known;
}

function readPhrases(): Phrases {
  const tree: Step = { next: new Map(), meanings: [] };
  const words = new Set<string>();
  const add = (phrase: string, meaning: Meaning): void => {
    let step = tree;
    for (const word of requestWords(phrase)) {
      words.add(word);
      const next: Step = step.next.get(word) ?? { next: new Map(), meanings: [] };
      step.next.set(word, next);
      step = next;
    }
    step.meanings.push(meaning);
  };
  for (const { leaf, language, plainNames, reserved, phrases } of spokenLeaves()) {
    const name = language.leaf;
    const plain = requestWords(leaf.path.at(-1)!);
    for (const phrase of [...language.needs, ...language.names, ...reserved.needs, ...reserved.names])
      add(phrase, { leaf: name, plain, fact: name, opens: true });
    for (const phrase of plainNames)
      add(phrase, { leaf: name, plain: [...plain, ...requestWords(phrase)], fact: name, opens: true });
    for (const phrase of language.occasions)
      add(phrase, { leaf: name, plain: requestWords(phrase), fact: undefined, opens: false });
    for (const { text, fact } of phrases)
      add(text, {
        leaf: name,
        plain: plainFact(text, fact),
        fact: `${name} ${JSON.stringify(fact)}`,
        opens: false,
        numbers: numbersMeant(fact),
      });
  }
  for (const [service, phrases] of Object.entries(SERVICE_PHRASES))
    for (const phrase of phrases)
      add(phrase, {
        leaf: undefined,
        plain: SERVICE_WORDS[service as keyof typeof SERVICE_WORDS].split(' '),
        fact: service,
        opens: false,
      });
  for (const [choice, sentences] of Object.entries(CHOICE_SENTENCES))
    for (const sentence of sentences)
      add(sentence, { leaf: undefined, plain: requestWords(choice), fact: choice, opens: false });
  return { tree, words };
}

/**
 * Words of the values that the phrase means. Amounts stay as written: they are compared as numbers, whatever the unit.
 */
function plainFact(text: string, fact: FactPhrase['fact']): string[] {
  const words = requestWords(text);
  if (words.some((word) => /^\d/.test(word) || isNumberWord(word))) return words;
  if (fact.kind === 'not') return ['not', ...requestWords(fact.value)];
  return fact.values.length > MOST_VALUES ? words : fact.values.flatMap(requestWords);
}

function numbersMeant(fact: FactPhrase['fact']): NumberKeys {
  if (fact.kind === 'not' || fact.values.length > MOST_VALUES) return [];
  return fact.values.flatMap((value) => numbersOf(requestWords(value.replaceAll(/(?<=\d)x(?=\d)/g, ' x '))).flat());
}
