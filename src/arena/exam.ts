/** Suites and problems as the arena stores them. */
export { activateSuite } from './exam/activate-suite.ts';
export { createSuite } from './exam/create-suite.ts';
export { parseExamProblem } from './exam/exam-problem.ts';
export { wireProblemId } from './exam/wire-problem-id.ts';
