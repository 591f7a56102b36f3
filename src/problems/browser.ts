/** Exports for the dashboard: checking a published draw, and the note on how titles were compared. */
export { comparabilityNote } from './satisfy/title-thresholds.ts';
export { checkDraw } from './suites/check-draw.ts';
export { type DrawDocument, parseDraw } from './suites/draw-document.ts';
