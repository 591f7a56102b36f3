/** Suites for evaluation and their leak checks. */
export { bankTraining } from './suites/bank-training.ts';
export { clusterNames } from './suites/cluster-names.ts';
export { type EvaluationSuite, suiteDigest } from './suites/evaluation-suite.ts';
export { findLeaks, type Leak } from './suites/find-leaks.ts';
export { openSuite } from './suites/open-suite.ts';
export { requireGenerator, requireMarket } from './suites/require-market.ts';
export { requireNoLeak } from './suites/require-no-leak.ts';
