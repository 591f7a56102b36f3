/** What the dashboard uses of the problems: checking a published draw, and saying how titles were compared. */
export { comparabilityNote } from './satisfy/title-thresholds.ts';
export { checkDraw } from './suites/check-draw.ts';
export { type DrawDocument, parseDraw } from './suites/draw-document.ts';
