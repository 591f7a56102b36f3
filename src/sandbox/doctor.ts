/** The hostile-agent suite. */
export type { Attack } from './doctor/attack.ts';
export { chooseAttacks } from './doctor/choose-attacks.ts';
export { type Diagnosis, diagnose } from './doctor/diagnose.ts';
export { readAttacks } from './doctor/read-attacks.ts';
