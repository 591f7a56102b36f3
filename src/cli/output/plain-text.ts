/** Makes text safe for a terminal: untrusted content cannot move the cursor, change colours or hide. */
export function plainText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, '?');
}
