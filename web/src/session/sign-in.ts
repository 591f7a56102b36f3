import { browserSessionSchema, challengeSchema } from '../../../src/arena/browser.ts';
import { ArenaError } from '../api/arena-error.ts';
import { ask, send } from '../api/ask.ts';
import { isChallenge } from './challenge-text.ts';
import { refreshSession } from './refresh-session.ts';
import { setSession } from './session.ts';
import type { Signer } from './signer.ts';

export type SignedIn =
  | { readonly ok: true }
  /** The hotkey is not registered on the chain; the signer can be used to register it. */
  | { readonly ok: false; readonly signer: Signer };

/** Opens a session by signing the arena's challenge. The key is discarded once the session is open. */
export async function signIn(signer: Signer): Promise<SignedIn> {
  const hotkey = signer.address;
  const { challenge } = await ask('/v1/auth/challenge', challengeSchema, { method: 'POST', body: { hotkey } });
  if (!isChallenge(challenge)) {
    throw new ArenaError(
      0,
      'NO_CHALLENGE',
      'The server sent an invalid challenge. Nothing was signed.',
      'Check the address of the server.',
    );
  }
  const signature = await signer.sign(challenge);
  const body = { hotkey, challenge, signature };
  try {
    await ask('/v1/auth/browser-session', browserSessionSchema, { method: 'POST', body });
  } catch (error) {
    if (error instanceof ArenaError && error.message === 'Not registered on subnet') return { ok: false, signer };
    throw error;
  }
  signer.forget();
  await refreshSession();
  return { ok: true };
}

/** Fails if the arena cannot be reached: only the arena can revoke the cookie, which stays valid until then. */
export async function signOut(): Promise<void> {
  try {
    await send('/v1/auth/logout', { method: 'POST' });
  } catch (error) {
    // A session that has already ended is not an error here.
    if (!(error instanceof ArenaError && error.status === 401)) throw error;
  }
  setSession(undefined);
}
