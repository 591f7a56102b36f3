import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  /** Line numbers in the left and right file; `null` if the line is not in it. */
  readonly left: number | null;
  readonly right: number | null;
  readonly text: string;
}

/** Changed lines that are close together, with their context. */
export interface DiffHunk {
  /** Number of unchanged lines before it that are not shown. */
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
}

export interface CodeDiff {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}

/** Limits the work, which grows with the square of the edits: the code is untrusted. */
const MOST_EDITS = 2_000;
const CONTEXT = 3;

/** Changes from one file to another; `null` if there are too many. With `isWhole`, includes all unchanged lines. */
export function diffCode(left: string, right: string, isWhole = false): CodeDiff | null {
  const context = isWhole ? Number.POSITIVE_INFINITY : CONTEXT;
  const patch = structuredPatch('', '', left, right, undefined, undefined, { context, maxEditLength: MOST_EDITS });
  if (patch === undefined) return null;
  let shown = 0;
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }): DiffHunk => {
    const skipped = Math.max(0, oldStart - 1 - shown);
    const read = readLines(lines, oldStart, newStart);
    shown = oldStart - 1 + read.filter(({ sign }) => sign !== '+').length;
    return { skipped, lines: read };
  });
  const count = (wanted: DiffLine['sign']): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(({ sign }) => sign === wanted).length, 0);
  return { added: count('+'), removed: count('-'), hunks };
}

function readLines(lines: readonly string[], oldStart: number, newStart: number): readonly DiffLine[] {
  let [left, right] = [oldStart, newStart];
  return lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        return [{ sign: '+', left: null, right: right++, text }];
      case '-':
        return [{ sign: '-', left: left++, right: null, text }];
      case ' ':
        return [{ sign: ' ', left: left++, right: right++, text }];
      default:
        // "\ No newline at end of file" is not a line of the code.
        return [];
    }
  });
}
