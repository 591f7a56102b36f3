/** Schemas of a release for the dashboard. */
export { releaseSummarySchema } from './release/release-summary-schema.ts';
