/** Running an agent on problems. */

export type { SealedAttempt } from './record/seal-attempt.ts';
export { type AgentFile, MAX_AGENT_BYTES, readAgentFile } from './run/read-agent-file.ts';
export { ruleOf } from './run/rule-fault.ts';
export type { AnsweredAttempt, AttemptEnvironment, RepeatedAttempts } from './run/run-attempt.ts';
export { type AttemptedProblem, runAttempts } from './run/run-attempts.ts';
