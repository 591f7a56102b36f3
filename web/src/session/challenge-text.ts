import { CHALLENGE_FORM } from '../../../src/identity/challenge-form.ts';

/**
 * Whether a text is a challenge and nothing else. Checked before signing: otherwise a server could send the text of a
 * request and use the signature elsewhere.
 */
export function isChallenge(text: string): boolean {
  return CHALLENGE_FORM.test(text);
}
