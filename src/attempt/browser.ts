/** Verification of an attempt in the browser. */
export { openingText } from './record/opening-text.ts';
export { problemText } from './record/problem-text.ts';
export { summariseCalls } from './record/summarise-calls.ts';
export { differences } from './verify/check.ts';
