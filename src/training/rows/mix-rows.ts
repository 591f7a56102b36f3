import type { Random } from '../../random/random.ts';
import type { SftRow } from './training-row.ts';

export interface MixSettings {
  readonly original_share: number;
  readonly original_least: number;
}

/**
 * New rows together with rows of an earlier stage, so that what was learnt there is not forgotten. Where there are no new
 * ones, all earlier ones are taken again.
 */
export function mixRows(
  own: readonly SftRow[],
  original: readonly SftRow[],
  { original_share: share, original_least: least }: MixSettings,
  random: Random,
): readonly SftRow[] {
  const byShare = Math.ceil((own.length * share) / (1 - share));
  const wanted = own.length === 0 ? original.length : Math.max(byShare, least);
  return [...own, ...random.sample(original, wanted)];
}
