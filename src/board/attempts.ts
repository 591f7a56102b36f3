/** Read models of attempts, their problems and their artifacts. */
export { artifactFor } from './attempts/artifact-for.ts';
export { type AttemptPage, attemptPage } from './attempts/attempt-page.ts';
export { episodeFeedback } from './attempts/episode-feedback.ts';
export { problemPage } from './attempts/problem-page.ts';
export { problemsOfRun } from './attempts/problems-of-run.ts';
