import { shortenToWidth } from '../../text/shorten.ts';
import { plainText } from './plain-text.ts';

/** Wider cells are cut, or a long title would push everything else off the screen. */
const MAX_CELL_WIDTH = 80;

/** Rows as aligned columns; numbers to the right. Cells may hold strangers' text. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  maxCellWidth = MAX_CELL_WIDTH,
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => clean(String(cell), maxCellWidth)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const numeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

function clean(text: string, width: number): string {
  return shortenToWidth(plainText(text).replaceAll(/[\n\t]/g, ' '), width);
}
