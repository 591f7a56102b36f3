/** Reads claimed steps in the browser. */
export { completionText } from './judge/gates/completion-text.ts';
export { readSteps } from './rules/read-steps.ts';
