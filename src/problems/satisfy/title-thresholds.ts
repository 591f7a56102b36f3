/** The embedding model of the reference scorers; the `reward_title_embeddings` in their suites are from it. */
export const REFERENCE_TITLE_MODEL = 'Qwen/Qwen3-Embedding-0.6B';

export const LEXICAL_MEASURE = 'lexical';

/**
 * Thresholds by measure: at or above it, two titles name the same kind of product. The reference uses 0.7. The other
 * thresholds accept no pair of titles of the reference's public suite that the reference rejects; docs/verdict.md has
 * the numbers and the command that prints them.
 */
const STRICT: ReadonlyMap<string, number> = new Map([
  [REFERENCE_TITLE_MODEL, 0.7],
  [LEXICAL_MEASURE, 0.35],
  ['all-minilm-l6-v2', 0.58],
]);

/** Threshold by measure id. An uncalibrated model gets the reference's threshold. */
export function strictThreshold(measure: string): number {
  // The id of a local model ends with the hash of its files.
  return STRICT.get(measure) ?? STRICT.get(measure.split('@')[0]!) ?? 0.7;
}

/**
 * Note to show with a benchmark score about comparing it with published scores; `null` if titles were compared as in
 * the reference.
 */
export function comparabilityNote(measure: string): string | null {
  if (measure === REFERENCE_TITLE_MODEL) return null;
  if (measure === LEXICAL_MEASURE) {
    return 'Benchmark scores are not comparable to published numbers: titles were compared by words.';
  }
  return `Benchmark scores are only roughly comparable to published numbers: titles by ${measure}, not ${REFERENCE_TITLE_MODEL}.`;
}
