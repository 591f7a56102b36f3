import { VERSION_2_LINE } from './request/request-message.ts';
import { challengeNonce } from './session/challenge.ts';

const REQUEST_1 = /^[1-9A-HJ-NP-Za-km-z]{46,50}:-?\d+:[^:]+$/;
const WRAPPED = /^<Bytes>(.*)<\/Bytes>$/s;

/**
 * Whether a signature of this text would let its holder act as the signer: a request of either version, or a challenge.
 * Such a text must never be signed by hand for another party.
 */
export function isCredentialText(text: string): boolean {
  const inner = WRAPPED.exec(text)?.[1] ?? text;
  return inner.startsWith(`${VERSION_2_LINE}\n`) || REQUEST_1.test(inner) || challengeNonce(inner) !== undefined;
}
