import { FILTER_CONFIG } from '../filter/filter-config.ts';
import type { FilterSourcesOptions } from '../pipeline/filter-attempts.ts';
import { rowSources } from '../pipeline/input-rows.ts';

/** For tests: one input filtered by one thread as the shipped thresholds say, and stopped by whatever is wrong with it. */
export function sampleFilterOptions(
  input: string,
  out: string,
  rest: Partial<FilterSourcesOptions> = {},
): FilterSourcesOptions {
  return {
    sources: rowSources(input),
    out,
    config: FILTER_CONFIG,
    queries: new Map(),
    withheld: new Map(),
    withheldChecked: false,
    threads: 1,
    strict: true,
    ...rest,
  };
}
