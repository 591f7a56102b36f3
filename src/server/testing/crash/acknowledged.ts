import type { ClientRecord, Note } from './client-record.ts';

/** Counts of what was acknowledged to clients; a check looks for all of it. */
export interface Acknowledged {
  readonly submissions: number;
  readonly progressReports: number;
  readonly logs: number;
  readonly completions: number;
}

export function acknowledgedIn(clientRecords: readonly ClientRecord[]): Acknowledged {
  const count = (what: Note['what']) =>
    clientRecords.reduce((sum, { notes }) => sum + notes.filter((note) => note.what === what).length, 0);
  return {
    submissions: count('version kept'),
    progressReports: count('results kept'),
    logs: count('log kept'),
    completions: count('ending kept'),
  };
}
