import { type Category, FLOORS, type Floor } from '../../problems/problem.ts';
import type { RunRecord } from '../run/run-record.ts';
import { type Estimate, estimateRate } from './estimate.ts';

/** The share of the suite that a policy without a model solves. Only the part above it is the model's achievement. */
export interface FloorSummary {
  readonly floor: Floor;
  readonly problems: number;
  readonly rate: Estimate | null;
  readonly categories: readonly {
    readonly category: Category;
    readonly problems: number;
    readonly rate: Estimate | null;
  }[];
}

export function summariseFloors({ problems }: RunRecord): readonly FloorSummary[] {
  const measured = problems.filter(({ solved_by }) => solved_by !== undefined);
  if (measured.length === 0) return [];
  return FLOORS.map((floor) => {
    const rateOf = (some: typeof measured): Estimate | null =>
      estimateRate(some.map(({ cluster, solved_by }) => ({ cluster, value: solved_by!.includes(floor) ? 1 : 0 })));
    const categories = [...Map.groupBy(measured, ({ category }) => category)];
    return {
      floor,
      problems: measured.length,
      rate: rateOf(measured),
      categories: categories.map(([category, some]) => ({ category, problems: some.length, rate: rateOf(some) })),
    };
  });
}
