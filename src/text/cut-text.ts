/**
 * At most so much of a text from outside, as a column can keep it: a NUL is refused by one engine, and half of a
 * character, which cutting may leave, by both.
 */
export function cutText(text: string, most: number): string {
  return withoutNuls(text.slice(0, READ_FACTOR * most))
    .slice(0, most)
    .toWellFormed();
}

/** The same from its end, where the reason of a failure usually stands. */
export function cutTextFront(text: string, most: number): string {
  return withoutNuls(text.slice(-READ_FACTOR * most))
    .slice(-most)
    .toWellFormed();
}

/** Of a text that is far too long only this many times the limit is read: an agent must not be able to keep a thread busy. */
const READ_FACTOR = 4;

function withoutNuls(text: string): string {
  return text.replaceAll('\0', '');
}
