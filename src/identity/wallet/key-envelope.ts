import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../json/canonical-json.ts';
import { hotkeyFromSeed, SEED_BYTES } from '../hotkey.ts';

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** 128 MiB and about half a second per guess. */
const DEFAULT_COST = 2 ** 17;
const BLOCK_SIZE = 8;
/** A file cannot require more than 1 GiB of memory. */
const MAX_COST = 2 ** 20;

function hexBytes(length: number): z.ZodString {
  return z.string().regex(new RegExp(`^0x[0-9a-f]{${length * 2}}$`));
}

const headSchema = z.strictObject({
  format: z.literal('assay-key'),
  version: z.literal(1),
  ss58Address: z.string(),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z
      .int()
      .min(2)
      .max(MAX_COST)
      .refine((n) => (n & (n - 1)) === 0),
    r: z.literal(BLOCK_SIZE),
    p: z.literal(1),
    salt: hexBytes(SALT_BYTES),
  }),
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: hexBytes(NONCE_BYTES) }),
});

/**
 * A seed encrypted with a passphrase. All other fields are authenticated with the ciphertext, so none can be replaced.
 */
export const keyEnvelopeSchema = headSchema.extend({ ciphertext: hexBytes(SEED_BYTES + TAG_BYTES) });

export type KeyEnvelope = z.infer<typeof keyEnvelopeSchema>;

/** `cost` is scrypt's N, a power of two. */
export function lockSeed(seed: Uint8Array, passphrase: string, cost = DEFAULT_COST): KeyEnvelope {
  const head = headSchema.parse({
    format: 'assay-key',
    version: 1,
    ss58Address: hotkeyFromSeed(seed).address,
    kdf: { name: 'scrypt', n: cost, r: BLOCK_SIZE, p: 1, salt: hex(randomBytes(SALT_BYTES)) },
    cipher: { name: 'aes-256-gcm', nonce: hex(randomBytes(NONCE_BYTES)) },
  });
  const cipher = createCipheriv('aes-256-gcm', keyOf(head.kdf, passphrase), bytes(head.cipher.nonce));
  cipher.setAAD(Buffer.from(canonicalJson(head)));
  const sealed = Buffer.concat([cipher.update(seed), cipher.final(), cipher.getAuthTag()]);
  return { ...head, ciphertext: hex(sealed) };
}

/** `undefined` if the passphrase is wrong or the envelope was modified; the two cannot be distinguished. */
export function unlockSeed({ ciphertext, ...head }: KeyEnvelope, passphrase: string): Uint8Array | undefined {
  const sealed = bytes(ciphertext);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(head.kdf, passphrase), bytes(head.cipher.nonce), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(canonicalJson(head)));
  decipher.setAuthTag(sealed.subarray(SEED_BYTES));
  const seed = decipher.update(sealed.subarray(0, SEED_BYTES));
  try {
    decipher.final();
    return seed;
  } catch {
    return undefined;
  }
}

/** Keyboards encode the same letter in several ways; the same passphrase must give the same key. */
function keyOf({ n, r, p, salt }: KeyEnvelope['kdf'], passphrase: string): Uint8Array {
  const needed = 128 * n * r;
  return scryptSync(passphrase.normalize('NFKC'), bytes(salt), KEY_BYTES, { N: n, r, p, maxmem: 2 * needed + 2 ** 20 });
}

function hex(data: Uint8Array): string {
  return `0x${Buffer.from(data).toString('hex')}`;
}

function bytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
