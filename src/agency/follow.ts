/** Measures whether programs acted on the changed answers of probe attempts. */
export {
  type FollowCounts,
  type FollowRates,
  followRates,
  forEachDecision,
  poolCounts,
  ratesOf,
  sumCounts,
} from './follow/follow-rates.ts';
export { DECISIONS, type Decision, type Followed, readFollow } from './follow/read-follow.ts';
export { readCalls } from './reading/read-calls.ts';
