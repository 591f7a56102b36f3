import type { Agency } from './agency.ts';

/**
 * How much of an attempt its model decided: the share of calls that are the model's own, counting the recommendation as
 * one of them. So a model that searches while the program chooses does not reach 1.
 */
export function agencyNumber({
  share,
  calls,
  recommendation,
}: Pick<Agency, 'share' | 'recommendation'> & { readonly calls: readonly unknown[] }): number {
  const counted = recommendation === 'unknown' || recommendation === 'none' ? 0 : 1;
  const own = share * calls.length + (recommendation === 'emitted' ? 1 : 0);
  const of = calls.length + counted;
  return of === 0 ? 0 : Math.round((own / of) * 1e6) / 1e6;
}
