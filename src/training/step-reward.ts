/** Rewards of single answers. */
export { EpisodeRewards } from './step-reward/episode-rewards.ts';
export type { SameTarget } from './step-reward/match-calls.ts';
export type { StepReward } from './step-reward/step-reward.ts';
export { targetRetrieval } from './step-reward/target-retrieval.ts';
export type { TeacherCall } from './step-reward/teacher-call.ts';
