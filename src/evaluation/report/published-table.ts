import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';

interface PublishedRow {
  readonly name: string;
  readonly successes: number;
  readonly problems: number;
  readonly note: string;
}

export interface PublishedResult extends PublishedRow {
  readonly rate: number;
  /** For the number of problems it was measured on. */
  readonly interval: Interval;
  /** For 75 problems. */
  readonly interval_at_75: Interval;
}

const OWN_75 = 'on its 75 problems, seven tools';
const ALL_900 = 'on the 900 problems of ShoppingBench, four tools, other title threshold';

/**
 * As printed in arXiv 2606.10064. None of it was run here, and three of the rows were not run on the 75 problems
 * either.
 */
const ROWS: readonly PublishedRow[] = [
  { name: 'Qwen3-4B, base', successes: 162, problems: 900, note: ALL_900 },
  { name: 'GPT-5.5', successes: 29, problems: 75, note: OWN_75 },
  { name: 'ORO SFT stack, Qwen3-4B', successes: 32, problems: 75, note: OWN_75 },
  { name: 'synthetic SFT, Qwen3-4B', successes: 392, problems: 900, note: ALL_900 },
  { name: 'synthetic SFT + GRPO, Qwen3-4B', successes: 438, problems: 900, note: ALL_900 },
  { name: 'Claude Sonnet 4.6', successes: 48, problems: 75, note: OWN_75 },
  { name: 'top miner (ensemble)', successes: 58, problems: 75, note: OWN_75 },
];

export const PUBLISHED_SOURCE = 'Bansal, Schilbe and Barnes 2026, arXiv 2606.10064';

/** Published results as context, with intervals that are not in the paper. */
export function publishedTable(): readonly PublishedResult[] {
  return ROWS.map((row) => {
    const rate = row.successes / row.problems;
    return {
      ...row,
      rate,
      interval: wilsonInterval(row.successes, row.problems),
      interval_at_75: wilsonInterval(rate * 75, 75),
    };
  });
}
