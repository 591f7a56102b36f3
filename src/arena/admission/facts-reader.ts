import type { SourceReport } from './source-facts.ts';

/** Result of reading a file. Anything the file does to its reader is an outcome. */
export type ReadOutcome =
  | { readonly kind: 'read'; readonly report: SourceReport }
  | { readonly kind: 'crashed'; readonly signal: string }
  | { readonly kind: 'out of cpu' }
  | { readonly kind: 'out of memory' }
  /** What came back is no report, or more than one could be. */
  | { readonly kind: 'unintelligible'; readonly reason: string };

/** What reading may take. Wall time is generous: only a machine that is too busy can use it up. */
export const READING_LIMITS = {
  cpuMilliseconds: 5_000,
  memoryBytes: 512 * 1024 ** 2,
  wallMilliseconds: 60_000,
  answerBytes: 16 * 1024 ** 2,
} as const;

/** Port: has the Python that runs agents read a file, without running it. Throws only where the machine failed. */
export interface FactsReader {
  read(source: Uint8Array): Promise<ReadOutcome>;
}
