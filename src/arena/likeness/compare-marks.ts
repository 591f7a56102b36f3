import type { Mark } from './marks-of.ts';

/** A mark where a contestant's files had it first. */
export interface KnownMark extends Mark {
  readonly agentVersionId: string;
  readonly hotkey: string;
  readonly submittedAt: number;
}

type LinePair = readonly [line: number, otherLine: number];

/** What a file has in common with the versions of one other contestant. */
export interface SharedWork {
  readonly hotkey: string;
  /** How many marks. */
  readonly count: number;
  /** How much of the file they are. */
  readonly share: number;
  /** By the versions that brought them, most first. */
  readonly versions: readonly SharedVersion[];
}

interface SharedVersion {
  readonly agentVersionId: string;
  readonly count: number;
  readonly linePairs: readonly LinePair[];
}

/** What more contestants have than this is how such programs are written. */
export const MOST_CONTESTANTS = 20;
/** Enough to see what is alike. */
const MOST_LINE_PAIRS = 1_000;

/**
 * What stands in a file and was with others before. By a mark that its author had before the others did they are not
 * compared: the one who was copied would else be suspected with every new version.
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
