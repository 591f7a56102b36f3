import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OutsideAttempt, readOutsideAttempts } from './read-outside.ts';

export interface OutsideSet {
  readonly set: string;
  readonly attempts: readonly OutsideAttempt[];
}

const FOLDERS: Readonly<Record<string, string>> = {
  tuning: 'tuning',
  'second tuning': 'second/tuning',
  'second held out': 'second/held',
};

/** The sets in the repository. A held-out half is absent until it has been measured. */
export function repositorySets(): OutsideSet[] {
  return Object.entries(FOLDERS).flatMap(([set, name]) => {
    const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
    return existsSync(folder) ? readOutsideSet(set, folder) : [];
  });
}

/**
 * Reads a set. If none of its attempts opens a product, their authors took search results to show everything, and most
 * of what the attempts say about products stands in no recorded result. So they are read a second time, with the pages
 * of all results opened.
 */
export function readOutsideSet(set: string, folder: string): OutsideSet[] {
  const attempts = readOutsideAttempts(folder);
  const hasPages = attempts.some(({ attempt }) => attempt.calls.some(({ kind }) => kind === 'view'));
  if (hasPages) return [{ set, attempts }];
  return [
    { set, attempts },
    { set: `${set}, results opened`, attempts: readOutsideAttempts(folder, true) },
  ];
}
