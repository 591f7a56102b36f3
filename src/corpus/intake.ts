/** Reads recorded attempts and quarantines what cannot be trusted. */
export { INPUT_FORMATS } from './intake/input-formats.ts';
export { isQuarantined, QUARANTINE_REASONS } from './intake/quarantine.ts';
export { type InputFormat, readAttempt } from './intake/read-attempt.ts';
export { type RecountedProbes, recountProbes } from './intake/recount-probes.ts';
