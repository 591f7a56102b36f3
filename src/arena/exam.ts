/** Suites and problems as the arena stores them, and the unpublished twins that detect memorised answers. */
export { activateSuite } from './exam/activate-suite.ts';
export { createSuite } from './exam/create-suite.ts';
export { parseExamProblem } from './exam/exam-problem.ts';
export { wireProblemId } from './exam/wire-problem-id.ts';
export { addTwins } from './twins/add-twins.ts';
export { memorisingReason } from './twins/memorising-reason.ts';
