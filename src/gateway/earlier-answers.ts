/** Answers that are replayed in a repeated attempt. */
export { type EarlierAnswers, type EarlierCall, earlierCalls } from './inference/answer-replay.ts';
