import type { Text } from './subject.ts';

/**
 * Whatever stands behind a number sign, comments in consecutive lines as one text. A number sign in a string is taken for
 * one too, which does no harm: the string is looked at anyway.
 */
export function commentsIn(source: string): Text[] {
  const comments: { text: string; line: number; column: number; last: number }[] = [];
  for (const [index, line] of source.split('\n').entries()) {
    const start = line.indexOf('#');
    if (start < 0) continue;
    const text = line.slice(start + 1);
    const before = comments.at(-1);
    if (before !== undefined && before.last === index) {
      before.text += `\n${text}`;
      before.last = index + 1;
    } else comments.push({ text, line: index + 1, column: start + 1, last: index + 1 });
  }
  return comments.map(({ text, line, column }) => ({ text, line, column, kind: 'comment', assembled: false }));
}
