/** Read models of attempts and their artifacts. */
export { artifactFor } from './attempts/artifact-for.ts';
export { type AttemptPage, attemptPage } from './attempts/attempt-page.ts';
