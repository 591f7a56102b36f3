import { z } from 'zod';
import { parseJson } from '../json/parse-json.ts';
import { hotkeyFromSeed, SEED_BYTES } from './hotkey.ts';
import { keyEnvelopeSchema, lockSeed, unlockSeed } from './wallet/key-envelope.ts';

export interface KeyProblem {
  readonly ok: false;
  /** Never repeats the text, which may contain the secret. */
  readonly reason: string;
  readonly remedy?: string;
}

export type KeyDocument =
  | { readonly ok: true; readonly seed: Uint8Array }
  /** `lockedAddress` is set if only the passphrase is missing. */
  | (KeyProblem & { readonly lockedAddress?: string });

/**
 * The fields of Bittensor's key files. Its own tools add `secretPhrase` and `privateKey`, which are redundant, so
 * unknown fields are ignored.
 */
const documentSchema = z.object({
  accountId: z.string().optional(),
  publicKey: z.string().optional(),
  secretSeed: z.string().nullish(),
  ss58Address: z.string(),
  cryptoType: z.number().optional(),
});

/** Prefixes of the encryption formats that Bittensor's tools use or have used. */
const BITTENSOR_ENCRYPTED = /^(\$NACL|\$ANSIBLE_VAULT|gAAAA)/;
const SR25519 = 1;

/** The text of a key file: encrypted if there is a passphrase, otherwise as Bittensor's tools write hotkeys. */
export function writeKeyDocument(seed: Uint8Array, passphrase?: string): string {
  if (passphrase !== undefined) return `${JSON.stringify(lockSeed(seed, passphrase))}\n`;
  const { address, publicKey } = hotkeyFromSeed(seed);
  const document = {
    accountId: hex(publicKey),
    publicKey: hex(publicKey),
    secretSeed: hex(seed),
    ss58Address: address,
  };
  return `${JSON.stringify(document)}\n`;
}

/** Reads the key from the text of a key file, or returns why it cannot be used. */
export function readKeyDocument(text: string, passphrase?: string): KeyDocument {
  if (BITTENSOR_ENCRYPTED.test(text)) {
    return {
      ok: false,
      reason: "is encrypted by Bittensor's tools, as coldkeys are, which is not supported",
      remedy: DECRYPT,
    };
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, reason: 'is not JSON' };
  if (isEnvelope(json.value)) return openEnvelope(json.value, passphrase);
  const parsed = documentSchema.safeParse(json.value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]!.path.join('.');
    return { ok: false, reason: place === '' ? 'is not a key file' : `has no valid field ${place}` };
  }
  const { secretSeed, ss58Address, accountId, publicKey, cryptoType } = parsed.data;
  if (cryptoType !== undefined && cryptoType !== SR25519) {
    return {
      ok: false,
      reason: 'is not an sr25519 key',
      remedy: 'Use an sr25519 hotkey; `assay wallet new` makes one.',
    };
  }
  if (secretSeed == null) return { ok: false, reason: 'has an address but no secretSeed, so it cannot sign' };
  if (!new RegExp(`^0x[0-9a-fA-F]{${SEED_BYTES * 2}}$`).test(secretSeed)) {
    return { ok: false, reason: `has a secretSeed that is not 0x and ${SEED_BYTES * 2} hexadecimal digits` };
  }
  const seed = Buffer.from(secretSeed.slice(2), 'hex');
  const hotkey = hotkeyFromSeed(seed);
  if (hotkey.address !== ss58Address) return { ok: false, reason: otherAddress(ss58Address, hotkey.address) };
  for (const said of [accountId, publicKey]) {
    if (said === undefined || said.toLowerCase() === hex(hotkey.publicKey)) continue;
    return { ok: false, reason: 'has a public key that does not belong to its seed' };
  }
  return { ok: true, seed };
}

function isEnvelope(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 'assay-key';
}

function openEnvelope(value: unknown, passphrase: string | undefined): KeyDocument {
  const envelope = keyEnvelopeSchema.safeParse(value);
  if (!envelope.success) {
    const place = envelope.error.issues[0]!.path.join('.');
    return {
      ok: false,
      reason: `is an encrypted key in an unknown format (${place || 'unexpected fields'})`,
    };
  }
  const { ss58Address } = envelope.data;
  if (passphrase === undefined) {
    return {
      ok: false,
      reason: 'is encrypted, and no passphrase was given',
      remedy: UNLOCK,
      lockedAddress: ss58Address,
    };
  }
  const seed = unlockSeed(envelope.data, passphrase);
  if (seed === undefined) {
    const reason = 'cannot be decrypted with this passphrase';
    return {
      ok: false,
      reason,
      remedy: 'Try again. If the passphrase is right, the file was changed: restore it from a backup.',
    };
  }
  const { address } = hotkeyFromSeed(seed);
  return address === ss58Address ? { ok: true, seed } : { ok: false, reason: otherAddress(ss58Address, address) };
}

function otherAddress(said: string, actual: string): string {
  return `states the address ${said.slice(0, 64)}, but its seed is that of ${actual}`;
}

const DECRYPT =
  'Coldkeys are not used here: name a hotkey. Decrypt a hotkey that has a password with the tool that made it.';
const UNLOCK = 'Give its passphrase, or use an unencrypted hotkey on machines that sign unattended.';

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
