/** Verification of recorded calls in the browser. */
export { sealCallBy } from './calls/seal-call.ts';
