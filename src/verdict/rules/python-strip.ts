/** What Python's `str.strip` removes; JavaScript's `trim` differs in a few separators and the byte order mark. */
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Strips both ends in loops, because a pattern anchored at the end takes quadratic time on a megabyte of spaces. */
export function pythonStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text[start]!)) start++;
  while (end > start && SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
