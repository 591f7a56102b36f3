/** What the corpus is made of and where its releases are: evidence, problems that may be shown, withdrawals. */
export { arenaProblems } from './corpus/arena-problems.ts';
export {
  newestReleaseNumber,
  readRelease,
  recordRelease,
  type StoredRelease,
} from './corpus/corpus-releases.ts';
export { type AttemptEvidence, listEvidence } from './corpus/list-evidence.ts';
export { withdrawnAt, withdrawVersions } from './corpus/withdraw-versions.ts';
