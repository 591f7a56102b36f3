/** Reasoning written between the calls of scripted attempts. */
export { REWRITE_CONFIG } from './rewrite/rewrite-config.ts';
export { rewriteFirehose } from './rewrite/rewrite-firehose.ts';
export { REWRITE_REASONS } from './rewrite/rewrite-reason.ts';
export { attemptOfRow } from './rewrite/rewritten-row.ts';
export type { RewriteSummary } from './rewrite/write-rewritten.ts';
