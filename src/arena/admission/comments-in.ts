import type { Text } from './subject.ts';

/**
 * Everything after a number sign, with comments on consecutive lines joined. A number sign inside a string also counts,
 * which is harmless because strings are checked anyway.
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
