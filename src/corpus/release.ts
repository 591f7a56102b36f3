/** Releases: splits, licences, manifest, card. */
export { type BuiltRelease, buildRelease, type LeftReason } from './release/build-release.ts';
export { type AttemptLocation, findAttempt } from './release/find-attempt.ts';
export { type HashedFile, writeHashed, writeHashedBytes, writeHashedText } from './release/hashed-file.ts';
export { type Licences, licencesIn, mergeLicences, readLicences } from './release/known-licences.ts';
export { type OpenedRelease, openRelease } from './release/open-release.ts';
export { QuotedProblems } from './release/quoted-problems.ts';
export { MANIFEST_FILE } from './release/release-manifest.ts';
export { NO_LICENCE, type ReleaseRow, UNSTATED_LICENCE } from './release/release-row.ts';
export { summariseRelease } from './release/release-summary.ts';
export { openRewritten } from './release/rewritten-corpus.ts';
export {
  agencyOf,
  type IndexedRow,
  indexRows,
  type OpenFile,
  readIndexedRow,
  rowHash,
} from './release/row-index.ts';
export { readSettled } from './release/settled-problems.ts';
export { toolList } from './release/tool-list.ts';
export { type ReleaseSummary, releaseSummarySchema } from './release-summary-schema.ts';
