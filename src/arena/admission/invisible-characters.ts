import { type Finding, finding } from './finding.ts';

/**
 * Characters that a reviewer cannot see or sees in another place: direction marks, zero-width characters, fillers,
 * tags, private-use characters, control characters, and separators that only editors treat as line breaks. A single
 * variation selector is part of many emoji; a sequence of them can carry bytes.
 */
const UNSEEN = new RegExp(
  [
    '[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]',
    '[\\u00AD\\u180E\\u200B-\\u200D\\u2060-\\u2064\\uFEFF]',
    '[\\u115F\\u1160\\u3164\\uFFA0]',
    '[\\u{E0000}-\\u{E0FFF}\\uE000-\\uF8FF\\u{F0000}-\\u{10FFFF}]',
    '[\\x00-\\x08\\x0B\\x0E-\\x1F\\x7F-\\x9F\\u2028\\u2029]',
    '[\\uFE00-\\uFE0F]{2,}',
  ].join('|'),
  'u',
);

export function* invisibleCharacters(text: string): Generator<Finding> {
  if (!UNSEEN.test(text)) return;
  for (const [index, line] of text.split('\n').entries()) {
    const match = UNSEEN.exec(line);
    if (match === null) continue;
    const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    const place = { line: index + 1, column: match.index + 1 };
    yield finding('INVISIBLE_CHARACTERS', place, `Invisible character U+${code}.`);
  }
}
