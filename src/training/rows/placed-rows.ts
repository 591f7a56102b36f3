import { sha256 } from '../../store/sha256.ts';
import type { TrainingCorpus } from './read-corpus.ts';

/** What is known of rows that lie in the folder of a run. */
export interface PlacedRows {
  readonly sha256: string;
  readonly counts: Readonly<Record<string, unknown>>;
}

/** Stands for a corpus in a run whose rows were all put into its folder, such as an arm of an ablation. */
export function placedRows(marks: readonly PlacedRows[]): TrainingCorpus {
  const name = 'rows in the folder';
  return {
    name,
    manifest: sha256(marks.map((mark) => mark.sha256).join()),
    traces: [],
    asked: { name, questions: [], quotes: [] },
    // Rows that do not say whether a simulated model made them may not pass for others.
    simulated: marks.some(({ counts }) => counts.simulated !== false),
  };
}
