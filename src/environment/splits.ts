/** Suites as splits of an environment, and their teachers. */
export { openSplitSuites, type SplitSuites } from './splits/open-split-suites.ts';
export { servedSplits } from './splits/served-splits.ts';
export { recordedTeacher, simulatedTeacher, TEACHER_MODEL } from './teacher/teacher.ts';
