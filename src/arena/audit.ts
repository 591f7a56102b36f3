/** Trust in validators: required evidence, audits and trust levels. */
export { auditRuns } from './audit/audit-runs.ts';
export { excludedValidators, trustOfValidators, type ValidatorTrust } from './audit/consider-trust.ts';
