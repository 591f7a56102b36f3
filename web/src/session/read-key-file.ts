import * as z from 'zod/mini';
import { hotkeyFromSeed } from '../../../src/identity/hotkey.ts';
import { parseJson } from '../../../src/json/parse-json.ts';
import { fromHex } from './hex.ts';
import type { KeyProblem, KeySeed } from './key-problem.ts';
import { isEnvelope, openEnvelope } from './open-envelope.ts';

/** A key file has a few hundred bytes; a larger file was dropped by mistake and is not read. */
export const MOST_KEY_FILE_BYTES = 64 * 1024;

/** Prefixes of the encryption formats that Bittensor's tools use or used. */
const BITTENSOR_ENCRYPTED = /^(\$NACL|\$ANSIBLE_VAULT|gAAAA)/;
const SR25519 = 1;
const SEED_BYTES = 32;

const documentSchema = z.object({
  ss58Address: z.string(),
  secretSeed: z.nullish(z.string()),
  cryptoType: z.optional(z.number()),
});

/** Reads the key in a key file: Bittensor's plain JSON, or our own format with its passphrase. */
export async function readKeyFile(text: string, passphrase?: string): Promise<KeySeed> {
  if (BITTENSOR_ENCRYPTED.test(text)) {
    return no(
      'The file was encrypted by Bittensor’s tools, as coldkeys are, and cannot be opened here.',
      'Coldkeys are not used here. Use a hotkey, or a wallet extension that holds it.',
    );
  }
  const json = parseJson(text);
  if (!json.ok)
    return no('The file is not a key file: it is not JSON.', 'Use the file in the hotkeys folder of a wallet.');
  const opened = isEnvelope(json.value) ? await openEnvelope(json.value, passphrase) : readPlain(json.value);
  if (!opened.ok) return opened;
  const said = (json.value as { ss58Address: string }).ss58Address;
  if (hotkeyFromSeed(opened.seed).address === said) return opened;
  return no('The address in the file does not match its seed.', 'Use a copy that was not changed.');
}

function readPlain(value: unknown): KeySeed {
  const parsed = z.safeParse(documentSchema, value);
  if (!parsed.success) return no('The file is not a key file.', 'Use the file in the hotkeys folder of a wallet.');
  const { secretSeed, cryptoType } = parsed.data;
  if (cryptoType !== undefined && cryptoType !== SR25519) {
    return no('The key is not an sr25519 key.', 'Create an sr25519 hotkey.');
  }
  if (secretSeed == null) {
    return no(
      'The file has an address but no secretSeed, so it cannot sign.',
      'Use the file with the hotkey’s secret.',
    );
  }
  const seed = fromHex(secretSeed, SEED_BYTES);
  return seed === undefined
    ? no(`The secretSeed is not 0x and ${SEED_BYTES * 2} hexadecimal digits.`, 'Use a copy that was not changed.')
    : { ok: true, seed };
}

function no(reason: string, remedy: string): KeyProblem {
  return { ok: false, reason, remedy };
}
