/** What a repeated attempt is answered again. */
export { type EarlierAnswers, type EarlierCall, earlierCalls } from './inference/answer-replay.ts';
