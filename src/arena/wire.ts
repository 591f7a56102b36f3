/** Wire schemas shared by validators, chain routes and clients. */
export {
  type AgencyReportWire,
  agencyAnswerSchema,
  agencyReportSchema,
  followCountsSchema,
} from './wire/agency-wire.ts';
export {
  ledgerSchema,
  metagraphSchema,
  signedWeightsSchema,
  weightSaltSchema,
  weightsConfirmationSchema,
} from './wire/chain-wire.ts';
export { marketSchema } from './wire/market-wire.ts';
export {
  browserSessionSchema,
  challengeSchema,
  checkedHealthSchema,
  healthSchema,
  registrationSchema,
  sessionSchema,
  type WhoamiWire,
  whoamiSchema,
} from './wire/session-wire.ts';
export {
  claimedWorkSchema,
  completedRunSchema,
  type ExcuseReport,
  type FailureConfirmation,
  leaseSchema,
  MOST_ERROR_OUTPUTS,
  type ProblemUpdate,
  presignAnswerSchema,
  presignSchema,
  progressAnswerSchema,
  progressSchema,
  type RunCompletion,
  runCompletionSchema,
  runProblemsSchema,
  type WorkReport,
  workReportSchema,
} from './wire/work-wire.ts';
