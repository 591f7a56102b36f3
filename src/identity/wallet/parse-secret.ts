import { SEED_BYTES } from '../hotkey.ts';
import type { KeyProblem } from '../key-document.ts';

export type ParsedSecret = { readonly ok: true; readonly seed: Uint8Array } | KeyProblem;

const SEED = new RegExp(`^(?:0x)?([0-9a-fA-F]{${SEED_BYTES * 2}})$`);
const PHRASE = /^[a-z]+(\s+[a-z]+){11,23}(\/.*)?$/i;

/** The seed in what somebody typed or pasted. A reason never repeats it. */
export function parseSecret(text: string): ParsedSecret {
  const secret = text.trim();
  const digits = SEED.exec(secret)?.[1];
  if (digits !== undefined) return { ok: true, seed: Buffer.from(digits, 'hex') };
  if (PHRASE.test(secret))
    return { ok: false, reason: 'is a phrase of words, which is not understood here', remedy: SEED_OF };
  if (secret.includes('/')) {
    return {
      ok: false,
      reason: 'names a derived key (a path with slashes), which is not understood here',
      remedy: SEED_OF,
    };
  }
  return { ok: false, reason: `is not a seed of ${SEED_BYTES * 2} hexadecimal digits`, remedy: SEED_OF };
}

const SEED_OF = 'Give the secretSeed that stands in the key file, or the key file itself (--file).';
