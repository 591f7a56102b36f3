import type { Note, Notebook } from './notebook.ts';

/** How much was acknowledged to clients, all of which a check looks for. */
export interface Acknowledged {
  readonly submissions: number;
  readonly progressReports: number;
  readonly logs: number;
  readonly completions: number;
}

export function acknowledgedIn(notebooks: readonly Notebook[]): Acknowledged {
  const count = (what: Note['what']) =>
    notebooks.reduce((sum, { notes }) => sum + notes.filter((note) => note.what === what).length, 0);
  return {
    submissions: count('version kept'),
    progressReports: count('results kept'),
    logs: count('log kept'),
    completions: count('ending kept'),
  };
}
