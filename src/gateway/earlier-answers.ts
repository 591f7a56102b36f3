/** What a repeated attempt is answered again. */
export type { EarlierAnswers, EarlierCall } from './inference/answer-replay.ts';
