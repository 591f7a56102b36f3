/** Problem synthesis from a market. */

export type { Words } from './language/reserved-words.ts';
export { type Rewritten, rewriteQuery } from './synthesis/rewrite-query.ts';
export { askedPerCategory, type Mix, synthesiseProblems } from './synthesis/synthesise-problems.ts';
