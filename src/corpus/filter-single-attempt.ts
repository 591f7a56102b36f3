import type { Agency } from './agency/agency.ts';
import { applyRules } from './filter/apply-rules.ts';
import { FILTER_CONFIG } from './filter/filter-config.ts';
import { estimatedTokens } from './filter/token-counter.ts';
import { isQuarantined } from './intake/quarantine.ts';
import { readAttempt } from './intake/read-attempt.ts';

export interface SingleAttemptResult {
  readonly agency: Pick<Agency, 'verdict' | 'because' | 'share'>;
  /** Every reason against the attempt, the deciding one first. */
  readonly reasons: readonly string[];
}

/**
 * Applies the filter to one attempt, from the file that a validator uploads; `undefined` if that cannot be read.
 * Duplicates and the limit per problem can only be checked on the whole corpus.
 */
export function filterSingleAttempt(evidence: string): SingleAttemptResult | undefined {
  const read = readAttempt(evidence, { agency: FILTER_CONFIG.agency, queries: new Map(), format: 'evidence' });
  if (isQuarantined(read)) return undefined;
  const { verdict, because, share } = read.reading.agency;
  if (verdict === 'claimed') return undefined;
  const context = { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map() };
  const failures = applyRules(read.reading, context);
  return { agency: { verdict, because, share }, reasons: failures.map(({ reason, detail }) => `${reason}: ${detail}`) };
}
