import type { ProviderFailure } from './provider-failure.ts';

/** What a status outside 200 to 299 means. */
export type StatusMeaning =
  | { readonly kind: 'failure'; readonly failure: ProviderFailure; readonly isTransient: boolean }
  | { readonly kind: 'context full' }
  /** Retries do not help. */
  | { readonly kind: 'key refused' | 'model unknown' };

const CONTEXT =
  /context[_ ](?:length|size)|context window|maximum context|too many tokens|prompt is too long|reduce the length/i;
const MODEL =
  /model[^.]{0,80}(?:not (?:found|exist)|does ?n[o']t exist|unknown|not available)|model_not_found|no such model|invalid model/i;
const QUOTA = /insufficient_quota|billing|out of credit/i;

/** Classifies by status, and by the text of the body if a status is ambiguous. */
export function judgeStatus(status: number, body: string): StatusMeaning {
  const said = body.slice(0, 4_000);
  if (status === 401 || status === 402 || status === 403) return { kind: 'key refused' };
  if (status === 429) {
    // An exhausted quota does not recover within seconds.
    return QUOTA.test(said) ? { kind: 'key refused' } : { kind: 'failure', failure: 'rate limited', isTransient: true };
  }
  if (status === 408 || status >= 500) return { kind: 'failure', failure: 'server error', isTransient: true };
  if (status === 404 && !said.includes('<html')) return { kind: 'model unknown' };
  if (status >= 400 && CONTEXT.test(said)) return { kind: 'context full' };
  if (status >= 400 && MODEL.test(said)) return { kind: 'model unknown' };
  return { kind: 'failure', failure: 'request refused', isTransient: false };
}
