import { codeTokens } from './code-tokens.ts';
import { kGramHashes } from './k-gram-hashes.ts';

export interface Mark {
  /** An integer below 2^53. */
  readonly mark: number;
  /** Line of its first occurrence, counted from 1. */
  readonly line: number;
}

/** One of this many consecutive pieces becomes a mark. */
export const WINDOW = 8;
/** Maximum per file: about four thousand lines. */
export const MOST_MARKS = 8_000;

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Fingerprint of a file: the piece with the smallest hash of every few consecutive pieces (winnowing). The choice does
 * not depend on the position in the file, so parts of a file are recognised in another context. If there are too many
 * marks, the smallest are kept, which are the same ones in another file.
 */
export function marksOf(source: string, leaveOut: ReadonlySet<number> = NOTHING): readonly Mark[] {
  const { codes, lines } = codeTokens(source);
  const hashes = kGramHashes(codes);
  const firstLines = new Map<number, number>();
  for (const index of winnow(hashes)) {
    const mark = hashes[index]!;
    if (!leaveOut.has(mark) && !firstLines.has(mark)) firstLines.set(mark, lines[index]!);
  }
  const marks = Array.from(firstLines, ([mark, line]) => ({ mark, line }));
  return marks.length <= MOST_MARKS ? marks : marks.sort((a, b) => a.mark - b.mark).slice(0, MOST_MARKS);
}

/** Positions of the smallest hash of every window. Of equal hashes the last one, which more windows have in common. */
export function winnow(hashes: Float64Array): number[] {
  const places: number[] = [];
  const windows = hashes.length === 0 ? 0 : Math.max(1, hashes.length - WINDOW + 1);
  for (let start = 0; start < windows; start++) {
    const end = Math.min(start + WINDOW, hashes.length);
    let least = start;
    for (let index = start + 1; index < end; index++) if (hashes[index]! <= hashes[least]!) least = index;
    if (places.at(-1) !== least) places.push(least);
  }
  return places;
}
