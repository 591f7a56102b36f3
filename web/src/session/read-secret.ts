import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { counted } from '../../../src/text/counted.ts';
import { fromHex } from './hex.ts';
import type { KeyProblem, KeySeed } from './key-problem.ts';

const SEED_BYTES = 32;
const LENGTHS: readonly number[] = [12, 15, 18, 21, 24];
const WORDS: ReadonlySet<string> = new Set(wordlist);

/** Reads a typed secret: hexadecimal digits, or the words of a phrase. */
export async function readSecret(typed: string): Promise<KeySeed> {
  const text = typed.trim();
  const seed = fromHex(text, SEED_BYTES);
  if (seed !== undefined) return { ok: true, seed };
  if (text.includes('/')) {
    return no('Derived keys are not supported.', 'Use the key file that was made from it.');
  }
  const words = text.normalize('NFKD').toLowerCase().split(/\s+/);
  if (!LENGTHS.includes(words.length)) {
    const have = text === '' ? 'Nothing was typed' : `This has ${counted(words.length, 'word')}`;
    return no(
      `${have}; a phrase has 12 or 24 words, a seed 64 hexadecimal digits.`,
      'Enter all words in order, or the whole seed.',
    );
  }
  const unknown = words.findIndex((word) => !WORDS.has(word));
  if (unknown >= 0) return no(`Word ${unknown + 1} is not in the list of words.`, SPELL);
  const entropy = entropyOf(words.join(' '));
  if (entropy === undefined) return no('The checksum does not match: a word is wrong or in the wrong place.', SPELL);
  return { ok: true, seed: await seedOf(entropy) };
}

/**
 * Derives the seed as Substrate wallets do: from the entropy of the words, not from the words as in BIP-39, keeping the
 * first half.
 */
async function seedOf(entropy: Uint8Array): Promise<Uint8Array> {
  const salt = new TextEncoder().encode('mnemonic');
  return (await pbkdf2Async(sha512, entropy, salt, { c: 2048, dkLen: 64 })).slice(0, SEED_BYTES);
}

function entropyOf(phrase: string): Uint8Array | undefined {
  try {
    return mnemonicToEntropy(phrase, wordlist);
  } catch {
    return undefined;
  }
}

const SPELL = 'Compare it with what you wrote down: English words of BIP-39, in their order.';

function no(reason: string, remedy: string): KeyProblem {
  return { ok: false, reason, remedy };
}
