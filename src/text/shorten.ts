/** The first `length` characters, followed by an ellipsis if the text is longer. */
export function shortenAfter(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** At most `width` characters; if the text is longer, the last of them is an ellipsis. */
export function shortenToWidth(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** The first and last characters with an ellipsis between them, for hotkeys and hashes. */
export function shortenMiddle(text: string, first: number, last: number): string {
  return text.length > first + last + 1 ? `${text.slice(0, first)}…${text.slice(-last)}` : text;
}
