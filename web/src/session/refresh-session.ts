import { whoamiSchema } from '../../../src/arena/browser.ts';
import { ask } from '../api/ask.ts';
import { setSession } from './session.ts';

/** Asks the arena who is signed in: another tab may have signed in or out, and a hotkey's permissions can change. */
export async function refreshSession(): Promise<void> {
  try {
    const { caller } = await ask('/v1/auth/whoami', whoamiSchema, { isForAnySession: true });
    setSession(
      caller === null
        ? undefined
        : { hotkey: caller.hotkey, role: caller.role, may: caller.may, expiresAt: caller.expires_at },
    );
  } catch {
    // Without a response, the known state stays; a page that needs a session reports it.
  }
}
