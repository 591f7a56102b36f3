import { randomBytes } from 'node:crypto';
import { CHALLENGE_FORM } from '../challenge-form.ts';

export interface Challenge {
  readonly hotkey: string;
  readonly text: string;
  /** The part by which it is looked up; unguessable. */
  readonly nonce: string;
  /** Unix seconds; from then on it is worth nothing. */
  readonly expiresAt: number;
}

export interface ChallengeRules {
  /** How the text begins. Neither an address, or a signed challenge would be a signed request, nor empty. */
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
 * The nonce of a challenge, or `undefined` for any other text. Clients ask before they sign: a server could otherwise hand
 * out the text of a request and use the signature elsewhere.
 */
export function challengeNonce(text: string): string | undefined {
  return CHALLENGE_FORM.exec(text)?.[1];
}
