import type { Selectable } from 'kysely';
import type { ItemRun } from '../../arena/queue.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import { mean } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';

const DIGITS = 4;

const COUNTS = {
  public: ['successful_problems', 'total_problems'],
  twins: ['twin_successful_problems', 'twin_problems'],
} as const;

type Entry = Pick<Selectable<ArenaTables['entries']>, 'reasoning_coefficient' | 'agency_factor' | 'twin_comparison'>;

/** The interval of a version's qualifying score, over its twins if they determine the score. */
export function entryInterval(included: readonly ItemRun[], entry: Entry | null): Interval | null {
  const counted = entry?.twin_comparison?.is_marked === true ? 'twins' : 'public';
  return scoreInterval(included, entry?.reasoning_coefficient ?? null, entry?.agency_factor, counted);
}

/**
 * Interval of a version's score on other problems of the same kind: Wilson's interval for the share it solved, times
 * its reasoning coefficient. Several validators run the same problems, so their runs are averaged, not added: thirty
 * problems run three times are thirty problems. Null if no run reports how many it solved. `factor` is the agency
 * factor of the score.
 */
export function scoreInterval(
  included: readonly ItemRun[],
  coefficient: number | null,
  factor: number | null = null,
  counted: 'public' | 'twins' = 'public',
): Interval | null {
  const [solvedField, totalField] = COUNTS[counted];
  const counts = included.flatMap(({ score_components }) => {
    const solved = score_components?.[solvedField];
    const total = score_components?.[totalField];
    return typeof solved === 'number' && typeof total === 'number' && total > 0 ? [{ solved, total }] : [];
  });
  if (counts.length === 0 || coefficient === null) return null;
  const total = mean(counts.map((each) => each.total));
  const solved = mean(counts.map((each) => each.solved));
  const { low, high } = wilsonInterval(Math.min(solved, total), total);
  const scale = coefficient * (factor ?? 1);
  return { low: pythonRound(low * scale, DIGITS), high: pythonRound(high * scale, DIGITS) };
}
