/** Signing and key files in the browser. */
export { CHALLENGE_FORM } from './session/challenge-form.ts';
