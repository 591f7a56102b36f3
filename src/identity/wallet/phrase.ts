import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { KeyProblem } from '../key-document.ts';
import { seedFromEntropy } from './seed-from-entropy.ts';

/** A key as words that a person can write down. */
export interface Phrase {
  /** In lower case, with single spaces. */
  readonly words: string;
  readonly seed: Uint8Array;
}

export type PhraseLength = 12 | 24;

const LENGTHS: readonly number[] = [12, 15, 18, 21, 24];
const WORDS: ReadonlySet<string> = new Set(wordlist);
const BITS: Readonly<Record<PhraseLength, number>> = { 12: 128, 24: 256 };

export function newPhrase(length: PhraseLength): Phrase {
  const words = generateMnemonic(wordlist, BITS[length]);
  return { words, seed: seedFromEntropy(mnemonicToEntropy(words, wordlist)) };
}

/**
 * The key for a BIP-39 phrase of English words, or what is wrong with the phrase, without repeating any of its words.
 */
export function parsePhrase(text: string): ({ readonly ok: true } & Phrase) | KeyProblem {
  const words = text.normalize('NFKD').toLowerCase().trim().split(/\s+/);
  if (!LENGTHS.includes(words.length)) {
    return { ok: false, reason: `has ${words.length} words, where 12 or 24 are usual`, remedy: COUNT };
  }
  const unknown = words.findIndex((word) => !WORDS.has(word));
  if (unknown >= 0) {
    return {
      ok: false,
      reason: `has a word that is not in the list of words, the one at place ${unknown + 1}`,
      remedy: SPELL,
    };
  }
  const phrase = words.join(' ');
  const entropy = entropyOf(phrase);
  if (entropy === undefined) {
    return {
      ok: false,
      reason: 'has a wrong checksum: a word is wrong or at the wrong place',
      remedy: SPELL,
    };
  }
  return { ok: true, words: entropyToMnemonic(entropy, wordlist), seed: seedFromEntropy(entropy) };
}

/** The last word contains a checksum of the others; `undefined` if it does not match. */
function entropyOf(phrase: string): Uint8Array | undefined {
  try {
    return mnemonicToEntropy(phrase, wordlist);
  } catch {
    return undefined;
  }
}

const COUNT = 'Give all words of the phrase, in their order, and nothing else.';
const SPELL = 'Compare it with what you wrote down: English words of BIP-39, in their order.';
