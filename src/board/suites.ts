/** Read models of suites and their problems. */
export { suiteProblems } from './suites/suite-problems.ts';
export { currentSuite, suites } from './suites/suites.ts';
