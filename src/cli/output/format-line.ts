import { plainText } from './plain-text.ts';

/** Strangers' words within a line of ours: they cannot begin a new line and so pass for something we say. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/g, ' ');
}
