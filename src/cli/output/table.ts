import { shortenToWidth } from '../../text/shorten.ts';
import { isCopied, wrap } from '../../text/wrap.ts';
import { plainText } from './plain-text.ts';

/** Wider cells are cut; otherwise a long title would push everything else off the screen. */
const MAX_CELL_WIDTH = 80;
const GAP = 2;
/** A terminal counts as at least this wide. */
const NARROWEST = 40;
/** A text column is not made narrower than this. */
const NARROW = 12;

/**
 * Formats rows as aligned columns; numbers are right-aligned. Cells may contain untrusted text. In a table wider than
 * the terminal, the widest text columns are wrapped. Addresses, ids and keys are never broken: in the last column they
 * run over the edge of the table.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  maxCellWidth = MAX_CELL_WIDTH,
  width = terminalWidth(),
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => clean(String(cell), maxCellWidth)));
  const numeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const widths = fittingWidths(cells, numeric, width);
  const lines = cells.map((row) => {
    const wrapped = row.map((cell, column) => (cell.length <= widths[column]! ? [cell] : wrap(cell, widths[column]!)));
    const height = Math.max(...wrapped.map((each) => each.length));
    return Array.from({ length: height }, (_, place) =>
      wrapped
        .map((each, column) => {
          const cell = each[place] ?? '';
          return numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
        })
        .join(' '.repeat(GAP))
        .trimEnd(),
    );
  });
  const rule = widths.map((each) => '─'.repeat(each)).join(' '.repeat(GAP));
  return [...lines[0]!, rule, ...lines.slice(1).flat()].join('\n');
}

/**
 * As wide as the cells need. If that is too wide, the widest text columns are narrowed, first only as far as their
 * longest words allow. Words that are copied do not count then in the last column.
 */
function fittingWidths(
  cells: readonly (readonly string[])[],
  numeric: readonly boolean[],
  available: number,
): readonly number[] {
  const columns = numeric.map((_, column) => cells.map((row) => row[column]!));
  const needed = columns.map(longest);
  if (needed.reduce((sum, each) => sum + each, GAP * (needed.length - 1)) <= available) return needed;
  const last = columns.length - 1;
  const shown = columns.map((column, index) => (index === last ? column.map(withoutCopied) : column));
  const widths = shown.map(longest);
  const words = shown.map((column) => column.flatMap((cell) => cell.split(' ')));
  const copied = words.map((column) => Math.max(NARROW, longest(column.filter(isCopied))));
  for (const floors of [words.map((column) => Math.max(longest(column), NARROW)), copied]) {
    let excess = widths.reduce((sum, each) => sum + each, GAP * (widths.length - 1)) - available;
    while (excess > 0) {
      const room = widths.map((each, column) => (numeric[column] || each <= floors[column]! ? 0 : each));
      const widest = Math.max(...room);
      if (widest === 0) break;
      widths[room.indexOf(widest)]! -= 1;
      excess -= 1;
    }
  }
  return widths;
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
