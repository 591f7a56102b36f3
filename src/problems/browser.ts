/** What the dashboard uses of the problems: checking a published draw needs no Node. */
export { checkDraw } from './suites/check-draw.ts';
export { type DrawDocument, drawCommitment, parseDraw } from './suites/draw-document.ts';
