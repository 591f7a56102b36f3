/** The policy in force: changes without a restart, told in the public ledger. */
export { changePolicy } from './policy/change-policy.ts';
export { LivePolicy } from './policy/live-policy.ts';
export { valueAt } from './policy/policy-overrides.ts';
