/** Summaries, comparisons and reports of runs. */
export { compareRuns } from './report/compare-runs.ts';
export { type Estimate, estimateRate } from './report/estimate.ts';
export { evaluationReport } from './report/evaluation-report.ts';
export {
  formatDifference,
  formatInterval,
  formatProbability,
  formatRate,
  percent,
} from './report/format-numbers.ts';
export { loadMeasuredRun, type MeasuredRun } from './report/measured-run.ts';
export { type JudgedComparison, judgePairs, LEVEL } from './report/paired-families.ts';
export { reportPages } from './report/report-pages.ts';
export { type RunSummary, summariseRun } from './report/summarise-run.ts';
