/** Read models of races. */
export { raceAlarm } from './races/race-alarm.ts';
export { raceCurrent } from './races/race-current.ts';
export { raceDetail } from './races/race-detail.ts';
export { raceHistory } from './races/race-history.ts';
export { raceVariance } from './races/race-variance.ts';
export { seedCommitment } from './races/seed-commitment.ts';
