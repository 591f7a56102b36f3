import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../hotkey.ts';
import { challengeNonce } from '../session/challenge.ts';
import { signatureText } from '../text-signature.ts';

/** Signs a challenge. Any other text from a server is refused: it could be a disguised request. */
export function signChallenge(hotkey: Hotkey, challenge: string): string {
  if (challengeNonce(challenge) === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: 'The server asked for a signature of something that is no challenge; nothing was signed.',
      remedy: 'Check the address of the server.',
    });
  }
  return signatureText(hotkey.sign(Buffer.from(challenge)));
}
