/** Read models of the admin lists. */
export { adminFaults } from './admin/admin-faults.ts';
export { adminLicences } from './admin/admin-licences.ts';
export { adminMiners } from './admin/admin-miners.ts';
export { adminRaces } from './admin/admin-races.ts';
export { adminRuns } from './admin/admin-runs.ts';
export { adminValidator, adminValidators } from './admin/admin-validators.ts';
export { adminVersions } from './admin/admin-versions.ts';
export { adminWebhooks } from './admin/admin-webhooks.ts';
export { type ArenaCounts, arenaCounts } from './admin/arena-counts.ts';
export { auditEvents } from './admin/audit-events.ts';
export { flaggedSubmissions } from './admin/flagged-submissions.ts';
export { nearCopyReview } from './admin/near-copy-review.ts';
export { raceDiagnostics } from './admin/race-diagnostics.ts';
export { stuckWork } from './admin/stuck.ts';
export { validatorFailures } from './admin/validator-failures.ts';
export { validatorResources } from './admin/validator-resources.ts';
export { validatorScores } from './admin/validator-scores.ts';
export { versionVariance } from './admin/version-variance.ts';
