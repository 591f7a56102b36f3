/** The pipeline from recorded attempts to a filtered corpus. */
export { type FirehoseOrder, filterFirehose } from './firehose/filter-firehose.ts';
export { inputLicences } from './firehose/input-licences.ts';
export { rowSources } from './firehose/input-rows.ts';
export { type AttemptAgency, readAgency } from './firehose/read-agency.ts';
export { readOutcomes } from './firehose/read-outcomes.ts';
export type { FilterSummary } from './firehose/write-corpus.ts';
