/** Attempts on disk: folders, records, receipts and the hashes that connect them. */
export {
  attemptPaths,
  DEFAULT_DATA_FOLDER,
  MAX_ATTEMPT_BYTES,
  MAX_RECEIPT_BYTES,
  MAX_VERDICT_BYTES,
  relativeAttemptPaths,
} from './record/attempt-folder.ts';
export { AttemptStore } from './record/attempt-store.ts';
export { type ParsedDocument, readDocument, writeDocument } from './record/canonical-document.ts';
export {
  type CallSummary,
  keepCalls,
  type ReadCalls,
  type RecordedAttempt,
} from './record/keep-calls.ts';
export { openingHash } from './record/opening-hash.ts';
export { problemHash } from './record/problem-hash.ts';
export { readPlainFile } from './record/read-plain-file.ts';
export { readRecordedCalls } from './record/read-recorded-calls.ts';
export { isSigned, type Receipt, receiptHash, receiptSchema } from './record/receipt.ts';
export { readRunFile } from './record/run-file.ts';
export { summariseModels } from './record/summarise-calls.ts';
export type { WorkingAttempt } from './record/working-attempt.ts';
export { writeNewFile } from './record/write-new-file.ts';
