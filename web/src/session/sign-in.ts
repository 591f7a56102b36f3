import { challengeSchema, sessionSchema } from '../../../src/arena/browser.ts';
import { ArenaError } from '../api/arena-error.ts';
import { ask, tell } from '../api/ask.ts';
import { isChallenge } from './challenge-text.ts';
import { setSession } from './session.ts';
import type { Signer } from './signer.ts';

export type SignedIn =
  | { readonly ok: true }
  /** The hotkey has no place on the chain; the signer is still good for taking one. */
  | { readonly ok: false; readonly signer: Signer };

/** Opens a session for whoever signs the arena's challenge. */
export async function signIn(signer: Signer): Promise<SignedIn> {
  const hotkey = signer.address;
  const { challenge } = await ask('/v1/auth/challenge', challengeSchema, { method: 'POST', body: { hotkey } });
  if (!isChallenge(challenge)) {
    throw new ArenaError(
      0,
      'NO_CHALLENGE',
      'The server asked for a signature of something that is no challenge; nothing was signed.',
      'Check the address of the server.',
    );
  }
  const signature = await signer.sign(challenge);
  const body = { hotkey, challenge, signature };
  try {
    const answer = await ask('/v1/auth/session', sessionSchema, { method: 'POST', body });
    setSession({ hotkey, signer, token: answer.session_token, role: answer.role, expiresAt: answer.expires_at });
    return { ok: true };
  } catch (error) {
    if (error instanceof ArenaError && error.message === 'Not registered on subnet') return { ok: false, signer };
    throw error;
  }
}

export async function signOut(): Promise<void> {
  try {
    await tell('/v1/auth/logout', { method: 'POST' });
  } catch {
    // The token dies by itself in two hours; the key must go now, whether or not the arena can be reached.
  } finally {
    setSession(undefined);
  }
}
