/** Read models of agent versions. */
export { findIds } from './versions/find-ids.ts';
export { minerAgents } from './versions/miner-agents.ts';
export { minerVersions } from './versions/miner-versions.ts';
export { ownIds } from './versions/own-ids.ts';
export { ownVersionStatus } from './versions/own-version-status.ts';
export { versionAgreement } from './versions/version-agreement.ts';
export { versionProbes } from './versions/version-probes.ts';
export { versionProblems } from './versions/version-problems.ts';
export { versionPublic } from './versions/version-public.ts';
export { versionRuns } from './versions/version-runs.ts';
export { versionStatus } from './versions/version-status.ts';
