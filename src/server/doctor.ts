/** Checking the records of an arena. */
export { type ArenaExamination, type ExaminedCheck, examineArena } from './doctor/examine-arena.ts';
