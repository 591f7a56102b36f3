/** The training summary for the dashboard. */
export { thinned } from './summary/thinned.ts';
export { trainingSummarySchema } from './summary/training-summary.ts';
