/** Read models of the leaderboard and the champion. */
export { emissionHistory } from './leaderboard/emission-history.ts';
export { epochPayments } from './leaderboard/epoch-payments.ts';
export {
  type InferenceOffer,
  inferenceModels,
  type OfferedModel,
  rankedInferenceModels,
} from './leaderboard/inference-models.ts';
export { leaderboard } from './leaderboard/leaderboard.ts';
export { leaderboardCsv, wholeLeaderboard } from './leaderboard/leaderboard-export.ts';
export { topAgent } from './leaderboard/top-agent.ts';
export { topHistory } from './leaderboard/top-history.ts';
export { type Payout, topMinerPayout } from './leaderboard/top-payout.ts';
