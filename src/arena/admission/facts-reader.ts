import type { SourceReport } from './source-facts.ts';

/** Result of reading a file. Anything the file does to its reader is an outcome. */
export type ReadOutcome =
  | { readonly kind: 'read'; readonly report: SourceReport }
  | { readonly kind: 'crashed'; readonly signal: string }
  | { readonly kind: 'out of cpu' }
  | { readonly kind: 'out of memory' }
  /** The answer is not a report, or is larger than a report can be. */
  | { readonly kind: 'unintelligible'; readonly reason: string };

/** Limits for reading a file. The wall time limit is generous: only an overloaded machine reaches it. */
export const READING_LIMITS = {
  cpuMilliseconds: 5_000,
  memoryBytes: 512 * 1024 ** 2,
  wallMilliseconds: 60_000,
  answerBytes: 16 * 1024 ** 2,
} as const;

/** Port: the Python that runs agents parses a file without running it. Throws only if the machine fails. */
export interface FactsReader {
  read(source: Uint8Array): Promise<ReadOutcome>;
}
