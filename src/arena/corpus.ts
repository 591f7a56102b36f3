/** Inputs and releases of the corpus: evidence, problems that may be shown, withdrawals. */
export { arenaProblems } from './corpus/arena-problems.ts';
export {
  newestReleaseNumber,
  readRelease,
  recordRelease,
  type StoredRelease,
} from './corpus/corpus-releases.ts';
export { type AttemptEvidence, listEvidence } from './corpus/list-evidence.ts';
export { withdrawnAt, withdrawVersions } from './corpus/withdraw-versions.ts';
