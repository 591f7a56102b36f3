import { z } from 'zod';
import { parseJson } from '../store/parse-json.ts';
import { type Hotkey, hotkeyFromSeed, SEED_BYTES } from './hotkey.ts';

export type KeyDocument =
  | { readonly ok: true; readonly hotkey: Hotkey }
  | { readonly ok: false; readonly reason: string; readonly remedy?: string };

/**
 * The fields of Bittensor's key files. Its own tools add `secretPhrase` and `privateKey`, which say the same again, so
 * that fields unknown here are let be.
 */
const documentSchema = z.object({
  accountId: z.string().optional(),
  publicKey: z.string().optional(),
  secretSeed: z.string().nullish(),
  ss58Address: z.string(),
});

/** How the encryptions that wallets use begin. */
const ENCRYPTED = /^(\$NACL|\$ANSIBLE_VAULT|gAAAA)/;

/** The text of a key file for a seed. */
export function writeKeyDocument(seed: Uint8Array): string {
  const { address, publicKey } = hotkeyFromSeed(seed);
  const document = {
    accountId: hex(publicKey),
    publicKey: hex(publicKey),
    secretSeed: hex(seed),
    ss58Address: address,
  };
  return `${JSON.stringify(document)}\n`;
}

/** The key in such a text, or why it cannot be used. A reason never repeats the text: it may hold the secret. */
export function readKeyDocument(text: string): KeyDocument {
  if (ENCRYPTED.test(text)) {
    return { ok: false, reason: 'is encrypted, which a hotkey that signs unattended cannot be', remedy: DECRYPT };
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, reason: 'is not JSON' };
  const parsed = documentSchema.safeParse(json.value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]!.path.join('.');
    return { ok: false, reason: place === '' ? 'is not a key file' : `has no proper field ${place}` };
  }
  const { secretSeed, ss58Address, accountId, publicKey } = parsed.data;
  if (secretSeed == null) return { ok: false, reason: 'holds an address but no secretSeed, so that it cannot sign' };
  if (!new RegExp(`^0x[0-9a-fA-F]{${SEED_BYTES * 2}}$`).test(secretSeed)) {
    return { ok: false, reason: `has a secretSeed that is not 0x and ${SEED_BYTES * 2} hexadecimal digits` };
  }
  const hotkey = hotkeyFromSeed(Buffer.from(secretSeed.slice(2), 'hex'));
  if (hotkey.address !== ss58Address) {
    return { ok: false, reason: `says ${ss58Address.slice(0, 64)}, but its seed is that of ${hotkey.address}` };
  }
  for (const said of [accountId, publicKey]) {
    if (said === undefined || said.toLowerCase() === hex(hotkey.publicKey)) continue;
    return { ok: false, reason: 'has a public key that is not the one of its seed' };
  }
  return { ok: true, hotkey };
}

const DECRYPT = 'Decrypt it with the tool that made it, or make a hotkey without a password.';

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
