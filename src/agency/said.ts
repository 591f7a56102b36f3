/** Finds the completion that had said what a program then did. */
export type { Done, ReadCalls } from './reading/read-calls.ts';
export { recommendationSaid, searchesSaid } from './said/who-said-it.ts';
