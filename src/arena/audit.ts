/** How far validators are believed: evidence that results need, audits of it, and trust. */
export { auditRuns } from './audit/audit-runs.ts';
export { excludedValidators, trustOfValidators, type ValidatorTrust } from './audit/consider-trust.ts';
