import * as z from 'zod/mini';
import { hotkeyFromSeed } from '../../../src/identity/hotkey.ts';
import { parseJson } from '../../../src/json/parse-json.ts';
import { fromHex } from './hex.ts';
import type { KeyProblem, KeySeed } from './key-problem.ts';
import { isEnvelope, openEnvelope } from './open-envelope.ts';

/** A key file is a few hundred bytes; whatever is larger was dropped by mistake and is not read. */
export const MOST_KEY_FILE_BYTES = 64 * 1024;

/** How the encryptions that Bittensor's tools use, or used, begin. */
const BITTENSOR_ENCRYPTED = /^(\$NACL|\$ANSIBLE_VAULT|gAAAA)/;
const SR25519 = 1;
const SEED_BYTES = 32;

const documentSchema = z.object({
  ss58Address: z.string(),
  secretSeed: z.nullish(z.string()),
  cryptoType: z.optional(z.number()),
});

/** The key in a key file: Bittensor's plain JSON, or ours with its passphrase. */
export async function readKeyFile(text: string, passphrase?: string): Promise<KeySeed> {
  if (BITTENSOR_ENCRYPTED.test(text)) {
    return no(
      'The file is encrypted by Bittensor’s tools, as coldkeys are, and is not opened here.',
      'A coldkey signs nothing here: take a hotkey, or a wallet extension that holds it.',
    );
  }
  const json = parseJson(text);
  if (!json.ok)
    return no('The file is no key file: it is not JSON.', 'Take the file in the folder hotkeys of a wallet.');
  const opened = isEnvelope(json.value) ? await openEnvelope(json.value, passphrase) : readPlain(json.value);
  if (!opened.ok) return opened;
  const said = (json.value as { ss58Address: string }).ss58Address;
  if (hotkeyFromSeed(opened.seed).address === said) return opened;
  return no('The file names another address than the one of its seed.', 'Take a copy that was not changed.');
}

function readPlain(value: unknown): KeySeed {
  const parsed = z.safeParse(documentSchema, value);
  if (!parsed.success) return no('The file is no key file.', 'Take the file in the folder hotkeys of a wallet.');
  const { secretSeed, cryptoType } = parsed.data;
  if (cryptoType !== undefined && cryptoType !== SR25519) {
    return no('The key is of another kind than sr25519.', 'Make a hotkey of the usual kind.');
  }
  if (secretSeed == null) {
    return no(
      'The file holds an address but no secretSeed, so that it cannot sign.',
      'Take the file of the hotkey itself.',
    );
  }
  const seed = fromHex(secretSeed, SEED_BYTES);
  return seed === undefined
    ? no(`The secretSeed is not 0x and ${SEED_BYTES * 2} hexadecimal digits.`, 'Take a copy that was not changed.')
    : { ok: true, seed };
}

function no(reason: string, remedy: string): KeyProblem {
  return { ok: false, reason, remedy };
}
