import { SEED_BYTES } from '../hotkey.ts';
import type { KeyProblem } from '../key-document.ts';
import { parsePhrase } from './phrase.ts';

export interface Secret {
  readonly seed: Uint8Array;
  /** Set if it was given as words. */
  readonly words?: string;
}

export type ParsedSecret = ({ readonly ok: true } & Secret) | KeyProblem;

const SEED = new RegExp(`^(?:0x)?([0-9a-fA-F]{${SEED_BYTES * 2}})$`);
const SEVERAL_WORDS = /^\p{L}+(\s+\p{L}+)+$/u;

/** The seed in typed or pasted text: hexadecimal digits, or the words of a phrase. A reason never repeats the text. */
export function parseSecret(text: string): ParsedSecret {
  const secret = text.trim();
  const digits = SEED.exec(secret)?.[1];
  if (digits !== undefined) return { ok: true, seed: Buffer.from(digits, 'hex') };
  if (secret.includes('/')) {
    return {
      ok: false,
      reason: 'names a derived key (a path with slashes), which is not supported',
      remedy: SEED_OF,
    };
  }
  if (SEVERAL_WORDS.test(secret)) return parsePhrase(secret);
  return {
    ok: false,
    reason: `is neither a seed of ${SEED_BYTES * 2} hexadecimal digits nor a phrase of words`,
    remedy: SEED_OF,
  };
}

const SEED_OF = 'Give the secretSeed in the key file, or the key file itself (--file).';
