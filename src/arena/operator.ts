/** Interventions of an operator: bans, cancellations, corrections, changes of the policy in force. */
export { banHotkey, unbanHotkey } from './operator/ban-hotkey.ts';
export { cancelVersion } from './operator/cancel-version.ts';
export { invalidateRun } from './operator/invalidate-run.ts';
export { isBanned } from './operator/is-banned.ts';
export { discardVersion, eliminateVersion, reinstateElimination, reinstateVersion } from './operator/mark-version.ts';
export { reevaluateVersion } from './operator/reevaluate-version.ts';
export { retireBankProblems } from './operator/retire-problems.ts';
export { releaseClaims, releaseSubmissions, stopClaims, stopSubmissions } from './operator/stop-claims.ts';
export { stopOf } from './operator/stop-of.ts';
export { updateValidator } from './operator/update-validator.ts';
export { changePolicy } from './policy/change-policy.ts';
export { LivePolicy } from './policy/live-policy.ts';
export { valueAt } from './policy/policy-overrides.ts';
