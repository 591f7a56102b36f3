/** Running an agent on problems. */
export { type AgentFile, MAX_AGENT_BYTES, readAgentFile } from './run/read-agent-file.ts';
export { ruleOf } from './run/rule-fault.ts';
export type { AttemptBench, GradedEvidence, RepeatedAttempts } from './run/run-attempt.ts';
export { type AttemptedProblem, runAttempts } from './run/run-attempts.ts';
