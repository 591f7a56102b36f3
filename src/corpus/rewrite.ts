/** Writes reasoning between the calls of scripted attempts. */

export { rewriteAttempts } from './rewrite/rewrite-attempts.ts';
export { REWRITE_CONFIG } from './rewrite/rewrite-config.ts';
export { REWRITE_REASONS } from './rewrite/rewrite-reason.ts';
export { attemptOfRow } from './rewrite/rewritten-row.ts';
export type { RewriteSummary } from './rewrite/write-rewritten.ts';
