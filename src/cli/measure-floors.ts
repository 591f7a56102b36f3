import { existsSync } from 'node:fs';
import type { Option } from 'commander';
import { Fault } from '../fault/fault.ts';
import { DEFAULT_MARKET_FOLDER, existingIndexPath, indexPath } from '../market/market-folder.ts';
import { EmbeddedSearch } from '../market/search.ts';
import { floorsThatSolve } from '../problems/floors.ts';
import type { Measure, Problem } from '../problems/problem.ts';
import { lexicalSimilarity } from '../problems/satisfy.ts';
import { counted } from '../text/counted.ts';
import { chosenMarketOption } from './shared-options.ts';

/**
 * Measures which policies without a model solve the problems that do not say so. Without this, a file without measurements
 * would pass the gate of suites unchecked.
 */
export async function measureFloors(problems: readonly Problem[], market: string | undefined): Promise<Problem[]> {
  const unmeasured = problems.filter((problem) => !isMeasured(problem)).length;
  if (unmeasured === 0) return [...problems];
  const search = EmbeddedSearch.open(indexOf(market, unmeasured));
  try {
    return problems.map((problem) =>
      isMeasured(problem) ? problem : { ...problem, measure: floorMeasure(search, problem) },
    );
  } finally {
    await search.close();
  }
}

/** The measurements of a problem, with the policies that solve it measured again. */
export function floorMeasure(search: EmbeddedSearch, problem: Problem): Measure {
  const solvedBy = floorsThatSolve(search, problem, lexicalSimilarity);
  return { ...UNKNOWN, ...problem.measure, solvedBy };
}

/** Problems from other sources have no counts. */
const UNKNOWN = { satisfying: 0, nearMisses: 0, searches: 0 } as const;

/** For commands that measure only problems without measurements. */
export function measuringMarketOption(): Option {
  return chosenMarketOption(
    'market of the problems, if the file has no measurements (default: data/market if it exists)',
  );
}

function isMeasured({ measure }: Problem): boolean {
  return measure?.solvedBy !== undefined;
}

function indexOf(market: string | undefined, unmeasured: number): string {
  if (market !== undefined) return existingIndexPath(market);
  if (existsSync(indexPath(DEFAULT_MARKET_FOLDER))) return indexPath(DEFAULT_MARKET_FOLDER);
  throw new Fault('INPUT_INVALID', {
    message: `${counted(unmeasured, 'problem')} cannot be checked: the file does not say which policies without a model solve them.`,
    remedy:
      'Name the folder of their market with --market. `assay problems measure` adds the measurements to the file.',
  });
}
