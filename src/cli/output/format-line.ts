import { plainText } from './plain-text.ts';

/** Untrusted text within a line of ours: it cannot begin a new line and so look like our own output. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/g, ' ');
}
