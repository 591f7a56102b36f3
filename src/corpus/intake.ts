/** Reading recorded attempts and quarantining what cannot be trusted. */
export { isQuarantined, QUARANTINE_REASONS } from './intake/quarantine.ts';
export { readAttempt } from './intake/read-attempt.ts';
export { type RecountedProbes, recountProbes } from './intake/recount-probes.ts';
