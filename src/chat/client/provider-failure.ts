/**
 * Failures to get a usable response from a provider. They say nothing about the model: an evaluation counts the failure
 * and repeats the episode under the rules of its run.
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
