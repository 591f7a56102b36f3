/** Wire schemas of all answers of the board. */

export {
  validatorFailuresQuerySchema,
  validatorFailuresSchema,
  validatorResourcesQuerySchema,
  validatorResourcesSchema,
  validatorScoresQuerySchema,
  validatorScoresSchema,
  versionVarianceQuerySchema,
  versionVarianceSchema,
} from './wire/admin-analytics-wire.ts';
export { auditEventsQuerySchema, auditEventsSchema } from './wire/admin-audit-wire.ts';
export { adminBankSchema } from './wire/admin-bank-wire.ts';
export { type AdminFaultsWire, adminFaultsQuerySchema, adminFaultsSchema } from './wire/admin-faults-wire.ts';
export { adminLicencesSchema } from './wire/admin-licences-wire.ts';
export {
  type FlaggedWire,
  flaggedSchema,
  type NearCopiesWire,
  nearCopiesQuerySchema,
  nearCopiesSchema,
} from './wire/admin-likeness-wire.ts';
export {
  type AdminValidatorsWire,
  adminMinersQuerySchema,
  adminMinersSchema,
  adminValidatorSchema,
  adminValidatorsQuerySchema,
  adminValidatorsSchema,
} from './wire/admin-people-wire.ts';
export { adminRacesSchema, type RaceDiagnosticsWire, raceDiagnosticsSchema } from './wire/admin-races-wire.ts';
export { type AdminRunsWire, adminRunsQuerySchema, adminRunsSchema } from './wire/admin-runs-wire.ts';
export { type AdminVersionsWire, adminVersionsQuerySchema, adminVersionsSchema } from './wire/admin-versions-wire.ts';
export { type ArenaOverviewWire, arenaOverviewSchema } from './wire/arena-overview-wire.ts';
export { artifactDownloadSchema, artifactRequestSchema } from './wire/artifact-wire.ts';
export type { AttemptFailureWire, AttemptOutcomesWire } from './wire/attempt-outcomes-wire.ts';
export {
  type AnswerWire,
  type AttemptLogWire,
  type AttemptPageWire,
  type AttemptProblemWire,
  attemptPageSchema,
  type MissingLog,
} from './wire/attempt-wire.ts';
export { auditsQuerySchema, auditsSchema, type ValidatorAuditWire } from './wire/audit-wire.ts';
export { withdrawnVersionsSchema } from './wire/corpus-wire.ts';
export {
  type EmissionHistoryWire,
  type EpochPaymentsWire,
  emissionHistoryQuerySchema,
  emissionHistorySchema,
  epochPaymentsSchema,
} from './wire/emission-history-wire.ts';
export { episodeFeedbackSchema } from './wire/episode-feedback-wire.ts';
export type { FindingWire } from './wire/finding-wire.ts';
export { type FoundIdsWire, foundIdsSchema } from './wire/found-ids-wire.ts';
export { type HotkeyPageWire, hotkeyPageSchema } from './wire/hotkey-wire.ts';
export { uuidSchema } from './wire/identifiers.ts';
export { inferenceModelsSchema, rankedInferenceModelsSchema } from './wire/inference-models-wire.ts';
export {
  type LeaderboardEntryWire,
  type LeaderboardWire,
  leaderboardExportQuerySchema,
  leaderboardQuerySchema,
  leaderboardSchema,
  wholeLeaderboardSchema,
} from './wire/leaderboard-wire.ts';
export {
  eventKindsSchema,
  eventNumberSchema,
  ledgerPageSchema,
  ledgerQuerySchema,
  ledgerSearchQuerySchema,
  ledgerSearchSchema,
} from './wire/ledger-page-wire.ts';
export { type MinerAgentsWire, minerAgentsSchema, minerVersionsSchema } from './wire/miner-wire.ts';
export { idPrefixQuerySchema, type OwnIdsWire, ownIdsSchema } from './wire/own-ids-wire.ts';
export { pageQuerySchema, suiteIdQuerySchema } from './wire/paging.ts';
export { type PendingItemWire, type PendingWire, pendingQuerySchema, pendingSchema } from './wire/pending-wire.ts';
export {
  type ProblemAttemptWire,
  type ProblemPageWire,
  problemPageQuerySchema,
  problemPageSchema,
  type RunProblemsWire,
  runProblemsSchema,
} from './wire/problem-page-wire.ts';
export { ownProfileSchema, profilesQuerySchema, profilesSchema } from './wire/profile-wire.ts';
export { queuePositionSchema } from './wire/queue-position-wire.ts';
export {
  RACE_ALARM_STATES,
  type RaceAlarmWire,
  raceAlarmQuerySchema,
  raceAlarmSchema,
} from './wire/race-alarm-wire.ts';
export { raceResultSchema } from './wire/race-result-wire.ts';
export { type RaceVarianceWire, raceVarianceSchema } from './wire/race-variance-wire.ts';
export {
  currentRacersQuerySchema,
  type QualifierWire,
  type RaceCurrentWire,
  type RaceDetailWire,
  type RaceHistoryWire,
  type RaceWire,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistoryQuerySchema,
  raceHistorySchema,
  racersQuerySchema,
} from './wire/race-wire.ts';
export {
  leasedRunSchema,
  type RunningEvaluationWire,
  type RunWire,
  runDetailSchema,
  runningEvaluationsSchema,
  runStatusSchema,
  runsSchema,
} from './wire/run-wire.ts';
export { seedCommitmentSchema } from './wire/seed-commitment-wire.ts';
export { type StopWire, stopSchema } from './wire/stop-wire.ts';
export { type StuckWire, stuckQuerySchema, stuckSchema } from './wire/stuck-wire.ts';
export {
  type AgentCheckWire,
  checkAnswerSchema,
  refusalDetailsSchema,
  type SubmissionAnswer,
  submissionAnswerSchema,
} from './wire/submission-wire.ts';
export { suiteProblemsQuerySchema, suiteProblemsSchema, suiteSchema, suitesSchema } from './wire/suite-wire.ts';
export { timestampQuerySchema, timestampSchema } from './wire/timestamp.ts';
export {
  type TopHistoryWire,
  type TopWire,
  topHistoryQuerySchema,
  topHistorySchema,
  topPayoutSchema,
  topSchema,
} from './wire/top-wire.ts';
export { trajectoryHistorySchema } from './wire/trajectory-history-wire.ts';
export type { UptimePeriodWire, UptimeWire } from './wire/uptime-wire.ts';
export { type ValidatorPageWire, validatorPageSchema } from './wire/validator-page-wire.ts';
export { type ValidatorWire, validatorsSchema } from './wire/validator-wire.ts';
export { versionAgreementSchema } from './wire/version-agreement-wire.ts';
export { type VersionProbesWire, versionProbesSchema } from './wire/version-probes-wire.ts';
export {
  type FailureWire,
  type ValidatorResultWire,
  type VersionProblemsWire,
  versionProblemsQuerySchema,
  versionProblemsSchema,
} from './wire/version-problems-wire.ts';
export {
  type OwnVersionStatusWire,
  ownVersionStatusSchema,
  type VersionCostWire,
  type VersionExcusesWire,
  type VersionPhase,
  type VersionStatusWire,
  versionPublicSchema,
  versionStatusSchema,
} from './wire/version-wire.ts';
export {
  addedWebhookSchema,
  adminWebhooksSchema,
  newWebhookSchema,
  testedWebhookSchema,
  webhooksSchema,
} from './wire/webhook-wire.ts';
