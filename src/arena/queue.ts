/** The work queue: claims, leases, progress, uploads, completion. */
export { correctStoredTimes } from './clock/correct-stored-times.ts';
export { agreementOf } from './queue/agreement-of.ts';
export { claimWork } from './queue/claim-work.ts';
export type { ClaimedWork } from './queue/claimed-work.ts';
export { completeRun } from './queue/complete-run.ts';
export { heartbeat } from './queue/heartbeat.ts';
export { itemSizes } from './queue/item-problems.ts';
export { type ItemRun, runsOfItems, type WorkItem } from './queue/item-runs.ts';
export { noteSignedRequest } from './queue/note-signed-request.ts';
export {
  ARENA_PRESENCE,
  deleteOldPresence,
  noteArenaPresence,
  PRESENCE_SLOT_MILLISECONDS,
  PRESENCE_SLOTS_PER_HOUR,
} from './queue/presence.ts';
export { presignUpload } from './queue/presign-upload.ts';
export { type QueuedItem, queueLine, stillWanted } from './queue/queue-line.ts';
export { queuePosition } from './queue/queue-position.ts';
export { reapRuns } from './queue/reap-runs.ts';
export { receiveUpload } from './queue/receive-upload.ts';
export { recordProgress } from './queue/record-progress.ts';
export { resumeClaim } from './queue/resume-claim.ts';
export { ruleOpinions } from './queue/rule-opinions.ts';
export { runProblems } from './queue/run-problems.ts';
export { ACTIVE_STATUSES } from './queue/run-status.ts';
export { settleDisagreements } from './queue/settle-disagreements.ts';
export { type Tally, tallyOf } from './queue/tally.ts';
export {
  estimateStart,
  freeValidators,
  readValidatorCapacity,
  type ValidatorCapacity,
} from './queue/validator-capacity.ts';
export { type VersionState, versionState } from './queue/version-state.ts';
export { waitingForValidators, whyWaiting } from './queue/waiting-reason.ts';
