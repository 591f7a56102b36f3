import { whoamiSchema } from '../../../src/arena/browser.ts';
import { ask } from '../api/ask.ts';
import { setSession } from './session.ts';

/** Asks the arena who is signed in: another tab may have signed in or out, and what a hotkey may do changes. */
export async function refreshSession(): Promise<void> {
  try {
    const { caller } = await ask('/v1/auth/whoami', whoamiSchema, { isForAnySession: true });
    setSession(
      caller === null
        ? undefined
        : { hotkey: caller.hotkey, role: caller.role, may: caller.may, expiresAt: caller.expires_at },
    );
  } catch {
    // Without an answer nothing is known that was not known before; a page that needs a session says so itself.
  }
}
