/** The pipeline from recorded attempts to a filtered corpus. */
export { type FilterSourcesOptions, filterAttempts } from './pipeline/filter-attempts.ts';
export { inputLicences } from './pipeline/input-licences.ts';
export { rowSources } from './pipeline/input-rows.ts';
export { type AttemptAgency, readAgency } from './pipeline/read-agency.ts';
export { readOutcomes } from './pipeline/read-outcomes.ts';
export type { FilterSummary } from './pipeline/write-corpus.ts';
