/** Determines who decided the calls of an attempt. */
export type { Agency } from './agency/agency.ts';
export type { AttemptProfile } from './agency/attempt-profile.ts';
export { AGENCY_THRESHOLDS } from './agency/judge-agency.ts';
export { normalIds, normalSearch, normalText } from './agency/normal-arguments.ts';
export { VersionProfiles } from './agency/version-profiles.ts';
