/**
 * The first `most` characters of an untrusted text, in a form that a database column accepts: one engine rejects NUL,
 * and both reject half of a surrogate pair, which cutting may leave.
 */
export function cutText(text: string, most: number): string {
  return withoutNuls(text.slice(0, READ_FACTOR * most))
    .slice(0, most)
    .toWellFormed();
}

/** The same from the end of the text, where the reason of a failure usually is. */
export function cutTextFront(text: string, most: number): string {
  return withoutNuls(text.slice(-READ_FACTOR * most))
    .slice(-most)
    .toWellFormed();
}

/** At most this many times the limit is read of a long text, so that an agent cannot keep a thread busy. */
const READ_FACTOR = 4;

function withoutNuls(text: string): string {
  return text.replaceAll('\0', '');
}
