import { readFileSync } from 'node:fs';

/** Part of the file name. A rubric is never edited once it has graded anything; a new one gets a new number. */
export const RUBRIC_VERSION = 2;

export const RUBRIC = readFileSync(new URL('../rubric-v2.md', import.meta.url), 'utf8');
