import type { Arena } from '../arena.ts';

/** Something in an arena that is not as it must be. */
export interface Finding {
  /** What it is about, such as `run 7f3a…`. */
  readonly subject: string;
  readonly what: string;
  /** `operator`: files, backups, secrets and the database are the operator's. */
  readonly fault: 'platform' | 'operator' | 'validator';
  readonly action: string;
}

export interface CheckResult {
  /** How many things were looked at. */
  readonly examined: number;
  readonly findings: readonly Finding[];
}

/** What is read of an arena to check it. Its secret is not needed, and nothing is written. */
export type ExaminedArena = Pick<Arena, 'database' | 'blobs' | 'now'>;
