/** Static checks of a submitted agent file. */
export { analyseAgent } from './admission/analyse-agent.ts';
export type { Analysis } from './admission/analysis.ts';
export type { FactsReader } from './admission/facts-reader.ts';
export type { Finding } from './admission/finding.ts';
export { FINDINGS } from './admission/finding-code.ts';
export { Knowledge } from './admission/knowledge.ts';
export { ProcessFactsReader } from './admission/process-facts-reader.ts';
export { SandboxFactsReader } from './admission/sandbox-facts-reader.ts';
export { cooldownMilliseconds, submissionCost } from './submission/submission-cost.ts';
