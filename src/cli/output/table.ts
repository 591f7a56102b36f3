import { shortenToWidth } from '../../text/shorten.ts';
import { isCopied, wrap } from '../../text/wrap.ts';
import { plainText } from './plain-text.ts';

/** Wider cells are cut; otherwise a long title would push everything else off the screen. */
const MAX_CELL_WIDTH = 80;
const GAP = 2;
/** A terminal counts as at least this wide. */
const NARROWEST = 40;
const SMALL_GAP = 1;
/** A text column is not made narrower than this, unless nothing else makes the table fit. */
const NARROW = 12;
const NARROWER = 6;
/** A table of two columns is a list of names and values, which is read from its first column. */
const MOST_LISTED = 2;

/**
 * Formats rows as aligned columns; numbers are right-aligned. Cells may contain untrusted text. In a table wider than
 * the terminal, the widest text columns are wrapped. Addresses, ids and keys are never broken: in the last column they
 * run over the edge of the table. A table that still does not fit is printed as a list for each row.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  maxCellWidth = MAX_CELL_WIDTH,
  width = terminalWidth(),
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => clean(String(cell), maxCellWidth)));
  const numeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const { widths, gap, fits } = layoutOf(cells, numeric, width);
  if (!fits && head.length > MOST_LISTED) return listed(cells, width);
  const lines = cells.map((row) => {
    const wrapped = row.map((cell, column) => (cell.length <= widths[column]! ? [cell] : wrap(cell, widths[column]!)));
    const height = Math.max(...wrapped.map((each) => each.length));
    return Array.from({ length: height }, (_, place) =>
      wrapped
        .map((each, column) => {
          const cell = each[place] ?? '';
          return numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
        })
        .join(' '.repeat(gap))
        .trimEnd(),
    );
  });
  const rule = widths
    .map((each) => '─'.repeat(each))
    .join(' '.repeat(gap))
    .trimEnd();
  return [...lines[0]!, rule, ...lines.slice(1).flat()].join('\n');
}

interface Layout {
  readonly widths: readonly number[];
  readonly gap: number;
  readonly fits: boolean;
}

/**
 * As wide as the cells need. If that is too wide, the widest columns are narrowed, first only as far as their longest
 * words allow, and numbers never further. Words that are copied do not count then in the last column.
 */
function layoutOf(cells: readonly (readonly string[])[], numeric: readonly boolean[], available: number): Layout {
  const columns = numeric.map((_, column) => cells.map((row) => row[column]!));
  const needed = columns.map(longest);
  if (total(needed, GAP) <= available) return { widths: needed, gap: GAP, fits: true };
  const last = columns.length - 1;
  const shown = columns.map((column, index) => (index === last ? column.map(withoutCopied) : column));
  const words = shown.map((column) => column.flatMap((cell) => cell.split(' ')));
  const whole = words.map(longest);
  const copied = words.map((column) => longest(column.filter(isCopied)));
  const atLeast = (widths: readonly number[], least: number) => widths.map((each) => Math.max(each, least));
  const steps = [
    { floors: atLeast(whole, NARROW), gap: GAP },
    { floors: atLeast(whole, NARROWER), gap: GAP },
    { floors: atLeast(whole, NARROWER), gap: SMALL_GAP },
    { floors: atLeast(copied, NARROW).map((each, column) => (numeric[column] ? whole[column]! : each)), gap: GAP },
  ];
  let widths: readonly number[] = shown.map(longest);
  for (const { floors, gap } of steps) {
    widths = narrowed(shown.map(longest), floors, available - gap * last);
    if (total(widths, gap) <= available) return { widths, gap, fits: true };
  }
  return { widths, gap: GAP, fits: false };
}

/** Takes from the widest column that may be narrower, until the columns fit or none may. */
function narrowed(widths: readonly number[], floors: readonly number[], available: number): readonly number[] {
  const narrow = [...widths];
  for (let excess = total(narrow, 0) - available; excess > 0; excess--) {
    const room = narrow.map((each, column) => (each <= floors[column]! ? 0 : each));
    const widest = Math.max(...room);
    if (widest === 0) break;
    narrow[room.indexOf(widest)]! -= 1;
  }
  return narrow;
}

function total(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, each) => sum + each, gap * (widths.length - 1));
}

/** Each row as lines of a name and a value. */
function listed([head = [], ...rows]: readonly (readonly string[])[], width: number): string {
  const indent = longest(head) + GAP;
  return rows
    .map((row) =>
      row
        .flatMap((cell, column) =>
          wrap(cell, Math.max(NARROW, width - indent)).map((line, place) =>
            `${(place === 0 ? head[column]! : '').padEnd(indent)}${line}`.trimEnd(),
          ),
        )
        .join('\n'),
    )
    .join('\n\n');
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

function withoutCopied(cell: string): string {
  return cell
    .split(' ')
    .filter((word) => !isCopied(word))
    .join(' ');
}

function clean(text: string, width: number): string {
  return shortenToWidth(plainText(text).replaceAll(/[\n\t]/g, ' '), width);
}

/** Characters per line of the terminal; unlimited if the output is not a terminal and `COLUMNS` is not set. */
export function terminalWidth(
  { columns }: { readonly columns?: number } = process.stdout,
  { COLUMNS }: { readonly COLUMNS?: string | undefined } = process.env,
): number {
  const width = columns ?? Number(COLUMNS);
  return Number.isFinite(width) && width > 0 ? Math.max(NARROWEST, width) : Number.POSITIVE_INFINITY;
}
