/** The champion: who it is, setting it by hand, releasing its code when due. */
export { currentTop, type Top } from './crown/current-top.ts';
export { releaseDueCode } from './crown/release-due-code.ts';
export { setTop } from './crown/set-top.ts';
