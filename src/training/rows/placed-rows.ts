import { sha256 } from '../../store/sha256.ts';
import type { TrainingCorpus } from './read-corpus.ts';

/** Facts about rows that are already in the folder of a run. */
export interface PlacedRows {
  readonly sha256: string;
  readonly counts: Readonly<Record<string, unknown>>;
}

/** Replaces the corpus in a run whose rows were all placed in its folder, such as an arm of an ablation. */
export function placedRows(marks: readonly PlacedRows[]): TrainingCorpus {
  const name = 'rows in the folder';
  return {
    name,
    manifest: sha256(marks.map((mark) => mark.sha256).join()),
    traces: [],
    asked: { name, questions: [], quotes: [] },
    // Rows without this field may come from a simulated model, so they count as simulated.
    simulated: marks.some(({ counts }) => counts.simulated !== false),
  };
}
