/** The champion: who it is, setting it by hand, releasing its code when due. */
export { type Champion, currentChampion, daysAsChampion } from './champion/current-champion.ts';
export { releaseDueCode } from './champion/release-due-code.ts';
export { setChampion } from './champion/set-champion.ts';
