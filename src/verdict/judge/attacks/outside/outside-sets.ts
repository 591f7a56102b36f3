import { fileURLToPath } from 'node:url';
import { type OutsideAttempt, readOutsideAttempts } from './read-outside.ts';

export interface OutsideSet {
  readonly set: string;
  readonly attempts: readonly OutsideAttempt[];
}

/** With pages in less than a tenth of its attempts, a set counts as written without pages. */
const FEW = 10;

const FOLDERS: Readonly<Record<string, string>> = {
  tuning: 'tuning',
  second: 'second',
};

/** The sets in the repository. No rule of the judge was chosen by the second one. */
export function repositorySets(): OutsideSet[] {
  return Object.entries(FOLDERS).flatMap(([set, name]) =>
    readOutsideSet(set, fileURLToPath(new URL(`./${name}`, import.meta.url))),
  );
}

/**
 * Reads a set. If few of its attempts open a product, their authors took search results to show everything, and most
 * of what the attempts say about products stands in no recorded result. So they are read a second time, with the pages
 * of all results opened.
 */
export function readOutsideSet(set: string, folder: string): OutsideSet[] {
  const attempts = readOutsideAttempts(folder);
  const withPages = attempts.filter(({ attempt }) => attempt.calls.some(({ kind }) => kind === 'view'));
  if (withPages.length >= attempts.length / FEW) return [{ set, attempts }];
  return [
    { set, attempts },
    { set: `${set}, results opened`, attempts: readOutsideAttempts(folder, true) },
  ];
}
