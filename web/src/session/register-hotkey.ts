import { healthSchema, registrationSchema } from '../../../src/arena/browser.ts';
import { ask } from '../api/ask.ts';
import { newNonce, signedHeaders } from './signed-headers.ts';
import type { Signer } from './signer.ts';

const TARGET = '/v1/chain/register';

/**
 * Registers a hotkey on the arena's local chain. An unregistered hotkey cannot have a session, so the request itself is
 * signed.
 */
export async function registerHotkey(signer: Signer): Promise<{ readonly uid: number }> {
  const { arena } = await ask('/health', healthSchema);
  const body = {};
  const request = { arena, method: 'POST', target: TARGET, body: JSON.stringify(body), nonce: newNonce() };
  const headers = await signedHeaders(signer, { ...request, now: Date.now() / 1000 });
  return await ask(TARGET, registrationSchema, { method: 'POST', body, headers });
}
