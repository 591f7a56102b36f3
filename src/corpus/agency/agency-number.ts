import type { Agency } from './agency.ts';

/**
 * One number for how much of an attempt its model decided: the share of calls that were its own, the recommendation
 * counted as one of them. A model that searches while a program chooses has not done the whole.
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
