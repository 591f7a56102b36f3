import type { Random } from '../../random/random.ts';
import type { SftRow } from './training-row.ts';

export interface MixSettings {
  readonly original_share: number;
  readonly original_least: number;
}

/**
 * Adds rows of an earlier stage to new rows, so that the model does not forget what it learnt there. Without new
 * rows, all earlier rows are used.
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
