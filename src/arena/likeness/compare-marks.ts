import type { Mark } from './marks-of.ts';

/** The first occurrence of a mark in a contestant's files. */
export interface KnownMark extends Mark {
  readonly agentVersionId: string;
  readonly hotkey: string;
  readonly submittedAt: number;
}

type LinePair = readonly [line: number, otherLine: number];

/** The marks that a file shares with the versions of one other contestant. */
export interface SharedWork {
  readonly hotkey: string;
  /** Number of shared marks. */
  readonly count: number;
  /** Their share of the file. */
  readonly share: number;
  /** The versions that introduced them, most marks first. */
  readonly versions: readonly SharedVersion[];
}

interface SharedVersion {
  readonly agentVersionId: string;
  readonly count: number;
  readonly linePairs: readonly LinePair[];
}

/** A mark that more contestants share is a common way to write such programs. */
export const MOST_CONTESTANTS = 20;
/** Enough to show the similarity. */
const MOST_LINE_PAIRS = 1_000;

/**
 * Finds marks of a file that other contestants had earlier. A mark that this contestant had first does not count;
 * otherwise a contestant who was copied would be suspected with every new version.
 */
export function compareMarks(
  { hotkey, marks }: { readonly hotkey: string; readonly marks: readonly Mark[] },
  knownMarks: readonly KnownMark[],
): SharedWork[] {
  const byMark = Map.groupBy(knownMarks, ({ mark }) => mark);
  const telling = marks.filter(({ mark }) => (byMark.get(mark)?.length ?? 0) <= MOST_CONTESTANTS);
  const shared = telling.flatMap(({ mark, line }) => {
    const seen = byMark.get(mark) ?? [];
    const since = seen.find((knownMark) => knownMark.hotkey === hotkey)?.submittedAt ?? Number.POSITIVE_INFINITY;
    return seen
      .filter((other) => other.hotkey !== hotkey && other.submittedAt < since)
      .map((other) => ({ line, other }));
  });
  return Array.from(
    Map.groupBy(shared, ({ other }) => other.hotkey),
    ([author, found]) => ({
      hotkey: author,
      count: found.length,
      share: found.length / telling.length,
      versions: byVersion(found),
    }),
  );
}

function byVersion(found: readonly { line: number; other: KnownMark }[]): SharedVersion[] {
  const versions = Array.from(
    Map.groupBy(found, ({ other }) => other.agentVersionId),
    ([agentVersionId, pieces]) => ({
      agentVersionId,
      count: pieces.length,
      linePairs: linePairs(pieces.map(({ line, other }) => [line, other.line])),
    }),
  );
  return versions.sort((a, b) => b.count - a.count);
}

function linePairs(pairs: readonly LinePair[]): LinePair[] {
  const distinct = new Map(pairs.map((pair) => [pair.join(' '), pair]));
  return [...distinct.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, MOST_LINE_PAIRS);
}
