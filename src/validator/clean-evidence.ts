/** Retention of a validator's evidence. */
export { cleanEvidence } from './retention/clean-evidence.ts';
export type { Retention } from './retention/plan-clean.ts';
