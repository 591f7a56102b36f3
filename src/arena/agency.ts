/** Who decides in a version: validator reports, follow rates, and their effect on a score. */
export { agencyFactor, withFactor } from './agency/agency-factor.ts';
export { mostProbes } from './agency/probe-share.ts';
export { readAgency, readAgencyOf } from './agency/read-agency.ts';
export { reportAgency } from './agency/report-agency.ts';
export type { VersionAgency } from './agency/version-agency.ts';
export { wantedProbes } from './agency/wanted-probes.ts';
export type { ScoreAgency } from './agency/weigh-score.ts';
