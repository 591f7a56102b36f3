import { wrap } from '../../text/wrap.ts';
import { plainText } from './plain-text.ts';
import { terminalWidth } from './table.ts';

/** Untrusted text within a line of ours: it cannot begin a new line and so look like our own output. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/g, ' ');
}

/** Wraps a line at the width of the terminal; what follows the first line is indented as far as `start` is long. */
export function wrapAfter(start: string, text: string, width = terminalWidth()): string {
  const room = Math.max(width - start.length, 20);
  return `${start}${wrap(text, room).join(`\n${' '.repeat(start.length)}`)}`;
}
