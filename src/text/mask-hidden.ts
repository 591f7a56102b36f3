/**
 * Shows a box for every character that a page would not show, line breaks and tabs excepted: control and format characters,
 * private use, unassigned ones and halves of pairs. Untrusted text cannot hide or reorder anything with them.
 */
export function maskHidden(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|\p{Cf}|\p{Co}|\p{Cn}/gu, '\u25A1');
}
