import { randomBytes } from 'node:crypto';
import { CHALLENGE_FORM } from '../challenge-form.ts';

export interface Challenge {
  readonly hotkey: string;
  readonly text: string;
  /** Key for looking up the challenge; unguessable. */
  readonly nonce: string;
  /** Unix seconds; from then on the challenge is invalid. */
  readonly expiresAt: number;
}

export interface ChallengeRules {
  /**
   * First part of the text. Not an address, because then a signed challenge would be a signed request, and not empty.
   */
  readonly prefix: string;
  readonly lifeSeconds: number;
}

export const DEFAULT_CHALLENGE_RULES: ChallengeRules = { prefix: 'bittensor-auth', lifeSeconds: 60 };

const NONCE_BYTES = 16;

export function newChallenge(hotkey: string, rules: ChallengeRules, nowSeconds: number): Challenge {
  const now = Math.floor(nowSeconds);
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const text = `${rules.prefix}:${now}:${nonce}`;
  if (challengeNonce(text) !== nonce) throw new RangeError(`"${rules.prefix}" cannot be the prefix of a challenge`);
  return { hotkey, nonce, text, expiresAt: now + rules.lifeSeconds };
}

/**
 * The nonce of a challenge, or `undefined` for any other text. Clients check this before they sign: otherwise a server
 * could send the text of a request and use the signature elsewhere.
 */
export function challengeNonce(text: string): string | undefined {
  return CHALLENGE_FORM.exec(text)?.[1];
}
