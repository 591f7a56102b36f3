import type { Arena } from '../arena.ts';

/** An inconsistency in an arena's records. */
export interface Finding {
  /** The object concerned, such as `run 7f3a…`. */
  readonly subject: string;
  readonly what: string;
  /** `operator`: the operator is responsible for files, backups, secrets and the database. */
  readonly fault: 'platform' | 'operator' | 'validator';
  readonly action: string;
}

export interface CheckResult {
  /** How many objects were checked. */
  readonly examined: number;
  readonly findings: readonly Finding[];
}

/** The parts of an arena that checks read. They do not need its secret, and they write nothing. */
export type ExaminedArena = Pick<Arena, 'database' | 'blobs' | 'now'>;
