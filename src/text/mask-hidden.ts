/**
 * Replaces invisible characters except line breaks and tabs by a box: control and format characters, private use,
 * unassigned characters and lone surrogates. Untrusted text cannot use them to hide or reorder anything.
 */
export function maskHidden(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|\p{Cf}|\p{Co}|\p{Cn}/gu, '\u25A1');
}
