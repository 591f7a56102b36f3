import type { Measure } from './arm-rates.ts';
import type { ArmComparison, ArmResults, ArmRow } from './arm-results.ts';
import { type PlottedLine, plotIntervals } from './interval-plot.ts';

/** Plots the rates of all arms and the differences of the planned pairs, each with its interval. */
export function armsPlot({ arms, comparisons }: ArmResults, measure: Measure): string {
  const rates = arms.filter((row) => row.measure === measure).flatMap(rateLine);
  const planned = comparisons
    .filter((each) => each.measure === measure && each.family === 'planned')
    .flatMap(differenceLine);
  return plotIntervals(`${measure} of each arm and differences of the planned pairs, with 95 % intervals`, [
    { title: `${measure}, per cent; small marks are seeds`, lines: rates },
    { title: 'Difference in points', lines: planned },
  ]);
}

function rateLine({ label, seeds, by_seed, parts }: ArmRow): readonly PlottedLine[] {
  const estimate = parts[0]?.estimate;
  if (estimate == null) return [];
  const { low, high } = estimate.interval ?? { low: estimate.value, high: estimate.value };
  return [{ label, value: estimate.value, low, high, seeds: seeds > 1 ? by_seed : [] }];
}

function differenceLine({ left, right, parts }: ArmComparison): readonly PlottedLine[] {
  const estimate = parts[0]?.estimate;
  if (estimate == null) return [];
  const { low, high } = estimate.interval;
  return [{ label: `${left} − ${right}`, value: estimate.value, low, high, seeds: [] }];
}
