import { scryptAsync } from '@noble/hashes/scrypt.js';
import * as z from 'zod/mini';
import { canonicalJson } from '../../../src/json/canonical-json.ts';
import { fromHex } from './hex.ts';
import type { KeySeed } from './key-problem.ts';

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const SEALED_BYTES = 48;
/** Limits the memory that a file can request to 1 GiB. */
const MAX_COST = 2 ** 20;

/** Our encrypted key file, version 1, as described in the identity document. */
const envelopeSchema = z.strictObject({
  format: z.literal('assay-key'),
  version: z.literal(1),
  ss58Address: z.string(),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z.int().check(
      z.minimum(2),
      z.maximum(MAX_COST),
      z.refine((n) => (n & (n - 1)) === 0),
    ),
    r: z.literal(8),
    p: z.literal(1),
    salt: hexOf(SALT_BYTES),
  }),
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: hexOf(NONCE_BYTES) }),
  ciphertext: hexOf(SEALED_BYTES),
});

export function isEnvelope(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 'assay-key';
}

/** Decrypts the seed. Without a passphrase it returns the address of the key. */
export async function openEnvelope(value: unknown, passphrase: string | undefined): Promise<KeySeed> {
  const parsed = z.safeParse(envelopeSchema, value);
  if (!parsed.success) return { ok: false, reason: 'The file is an encrypted key in an unknown format.' };
  const { ciphertext, ...head } = parsed.data;
  if (passphrase === undefined) {
    return {
      ok: false,
      reason: 'The key is encrypted.',
      remedy: 'Type its passphrase.',
      lockedAddress: head.ss58Address,
    };
  }
  if (globalThis.crypto?.subtle === undefined) {
    return {
      ok: false,
      reason: 'The browser cannot decrypt keys on a page without TLS.',
      remedy: 'Open the arena over HTTPS or on localhost, or use a wallet extension.',
    };
  }
  const { n, r, p, salt } = head.kdf;
  // Keyboards can encode the same letter in several ways; one passphrase must give one key.
  const key = await scryptAsync(passphrase.normalize('NFKC'), fromHex(salt, SALT_BYTES)!, { N: n, r, p, dkLen: 32 });
  const seed = await decrypt(Uint8Array.from(key), head, fromHex(ciphertext, SEALED_BYTES)!);
  if (seed !== undefined) return { ok: true, seed };
  return {
    ok: false,
    reason: 'The file does not open with this passphrase.',
    remedy: 'Try again. If the passphrase is right, the file was changed: use a backup.',
    lockedAddress: head.ss58Address,
  };
}

/**
 * Everything except the ciphertext is authenticated with it, so that neither address nor parameters can be replaced.
 */
async function decrypt(
  key: Uint8Array<ArrayBuffer>,
  head: Omit<z.infer<typeof envelopeSchema>, 'ciphertext'>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const additionalData = new TextEncoder().encode(canonicalJson(head));
  const iv = fromHex(head.cipher.nonce, NONCE_BYTES)!;
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, imported, sealed));
  } catch {
    return undefined;
  }
}

function hexOf(bytes: number) {
  return z.string().check(z.regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`)));
}
