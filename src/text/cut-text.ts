/**
 * At most so much of a text from outside, as a column can keep it: a NUL is refused by one engine, and half of a
 * character, which cutting may leave, by both.
 */
export function cutText(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}

/** The same from its end, where the reason of a failure usually stands. */
export function cutTextFront(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(-most).toWellFormed();
}
