/** Daily races: draw, schedule, results, comparison of racers. */
export {
  type AgencyFinding,
  type AgencyFindings,
  agencyFactor,
  agencyOfFollowRates,
} from './race/agency-policy.ts';
export { BankHiddenProblems } from './race/bank-hidden-problems.ts';
export { cancelRace } from './race/cancel-race.ts';
export { closeQualifyingNow } from './race/close-qualifying-now.ts';
export { componentMedian } from './race/combine-runs.ts';
export type { PublishedResult } from './race/describe-result.ts';
export { ChainBeacon, type DrawBeacon, PublicLedgerBeacon } from './race/draw-beacon.ts';
export type { ProblemRetirement } from './race/hidden-problems.ts';
export {
  type AgencyOf,
  type InversionAlarm,
  inversionAlarm,
} from './race/inversion-alarm.ts';
export type { MovedClose } from './race/move-close.ts';
export { moveQualifyingDeadline } from './race/move-qualifying-deadline.ts';
export { newestItems } from './race/newest-items.ts';
export { type PinDisabledReason, pinDisabledReason } from './race/pin-disabled-reason.ts';
export { pinVersion, unpinVersion } from './race/pin-version.ts';
export { bankHeadPublisher } from './race/publish-bank-head.ts';
export { retirementPublisher } from './race/publish-retirements.ts';
export { type Qualification, qualify } from './race/qualify.ts';
export { readQualifyingInput } from './race/qualifying-input.ts';
export { qualifyingWindow } from './race/qualifying-window.ts';
export { DEFAULT_RACE_POLICY, type RacePolicy } from './race/race-policy.ts';
export { areScoresPublic, isSettled, RACE_STATES, type RaceState, raceStatusOf } from './race/race-state.ts';
export { racerFactors } from './race/racer-factors.ts';
export { parseReplayPolicy, type ReplayPolicy } from './race/replay-policy.ts';
export {
  type PastRace,
  type ReplayedOutcome,
  type ReplayedRace,
  racePay,
  replayRace,
} from './race/replay-race.ts';
export { SIGNIFICANCE_LEVEL } from './race/significance-level.ts';
export { type ArenaQueries, newestRace, type RaceRow } from './race/stored-race.ts';
export { tickRace } from './race/tick-race.ts';
