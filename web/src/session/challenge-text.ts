import { CHALLENGE_FORM } from '../../../src/identity/challenge-form.ts';

/**
 * Whether a text is a challenge and can be nothing else. Asked before anything is signed: a server could otherwise hand out
 * the text of a request and use the signature elsewhere.
 */
export function isChallenge(text: string): boolean {
  return CHALLENGE_FORM.test(text);
}
