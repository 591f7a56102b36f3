/** The embedding model of the reference scorers; `reward_title_embeddings` in their suites are its vectors. */
export const REFERENCE_TITLE_MODEL = 'Qwen/Qwen3-Embedding-0.6B';

export const LEXICAL_MEASURE = 'lexical';

/**
 * From where on two titles name the same kind of thing, by measure. The reference's own is 0.7. The others accept no pair of
 * titles of the reference's public suite that it refuses; docs/verdict.md has the numbers and the command that prints them.
 */
const STRICT: ReadonlyMap<string, number> = new Map([
  [REFERENCE_TITLE_MODEL, 0.7],
  [LEXICAL_MEASURE, 0.35],
  ['all-minilm-l6-v2', 0.58],
]);

/** By the id of a measure. An uncalibrated model gets the reference's threshold. */
export function strictThreshold(measure: string): number {
  // A local model's id has the hash of its files after the name.
  return STRICT.get(measure) ?? STRICT.get(measure.split('@')[0]!) ?? 0.7;
}

/** What to say beside a benchmark score about published ones; `null` when titles were compared as the reference does. */
export function comparabilityNote(measure: string): string | null {
  if (measure === REFERENCE_TITLE_MODEL) return null;
  if (measure === LEXICAL_MEASURE) {
    return 'Benchmark scores are not comparable to published numbers: titles were compared by words.';
  }
  return `Benchmark scores are only roughly comparable to published numbers: titles by ${measure}, not ${REFERENCE_TITLE_MODEL}.`;
}
