/** Model calls of an agent. */
export { judgeProviderAnswer } from './inference/judge-provider-answer.ts';
