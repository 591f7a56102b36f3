import type { Completion } from './completion.ts';

/**
 * Ways in which a provider brings no answer. None of them says anything about the model: an episode that meets one is run
 * again under the rule of the run, and counted.
 */
export const PROVIDER_FAILURES = [
  'unreachable',
  'timed out',
  'rate limited',
  'server error',
  'malformed answer',
  'oversized answer',
  'broken off',
  'request refused',
] as const;

export type ProviderFailure = (typeof PROVIDER_FAILURES)[number];

/** What came of asking a model once, retries included. */
export type Reply =
  | { readonly kind: 'completion'; readonly completion: Completion; readonly retries: number }
  /** The conversation no longer fits into the model: an ending, and the model's own. */
  | { readonly kind: 'context full' }
  | { readonly kind: 'failure'; readonly failure: ProviderFailure; readonly detail: string; readonly retries: number };
