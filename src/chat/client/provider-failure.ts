/**
 * Ways in which a provider gives no usable response. None of them says anything about the model: an evaluation runs the
 * episode again under the rule of its run, and counts the failure.
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
