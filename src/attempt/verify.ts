/** Verification of attempts against their receipts. */
export { type VerifiedAttempt, verifyAttempt } from './verify/verify-attempt.ts';
