import { FILTER_CONFIG } from '../filter/filter-config.ts';
import type { FilterSourcesOptions } from '../pipeline/filter-attempts.ts';
import { rowSources } from '../pipeline/input-rows.ts';

/** Filter options for tests: one input, one thread, the default thresholds, strict. */
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
