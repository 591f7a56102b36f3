/** Disputes, corrections and rescoring. */
export type { AgentRate } from './rescore/agent-rates.ts';
export { type CorrectionReport, correctProblems, type Movement } from './rescore/correct-problems.ts';
export type { Correction } from './rescore/correction.ts';
export { readCorrections } from './rescore/correction-folder.ts';
export { recordDispute } from './rescore/dispute-file.ts';
