/** Numbers written out, as shoppers and paraphrasers write them. */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = [
  ['million', 1_000_000],
  ['thousand', 1_000],
] as const;

const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, ten) => (word === '' ? [] : [[word, ten * 10] as const])),
]);

/** 1250 as "one thousand two hundred fifty". */
export function numberInWords(value: number): string {
  if (value < 20) return UNITS[value]!;
  if (value < 100) return [TENS[Math.floor(value / 10)]!, value % 10 === 0 ? '' : UNITS[value % 10]!].join(' ').trim();
  if (value < 1_000) {
    const rest = value % 100;
    return `${UNITS[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` ${numberInWords(rest)}`}`;
  }
  for (const [word, scale] of SCALES) {
    if (value < scale) continue;
    const rest = value % scale;
    return `${numberInWords(Math.floor(value / scale))} ${word}${rest === 0 ? '' : ` ${numberInWords(rest)}`}`;
  }
  return String(value);
}

/**
 * Replaces numbers in words by digits; other words stay. A lone "one" stays, because it is as often an article as a
 * number.
 */
export function wordsToNumbers(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let place = 0; place < words.length; ) {
    const end = endOfNumber(words, place);
    if (end === place || (end === place + 1 && words[place] === 'one')) {
      result.push(words[place]!);
      place++;
    } else {
      result.push(String(numericValue(words.slice(place, end))));
      place = end;
    }
  }
  return result;
}

function endOfNumber(words: readonly string[], start: number): number {
  let end = start;
  while (end < words.length) {
    const word = words[end]!;
    const joins = word === 'and' && end > start && isNumberWord(words[end + 1]) && isScale(words[end - 1]);
    const isArticle = word === 'a' && end === start && isScale(words[end + 1]);
    if (!isNumberWord(word) && !joins && !isArticle) break;
    // "hundred" and "thousand" need a word before them to count; the article of "a hundred" is enough.
    if (end === start && isScale(word)) break;
    end++;
  }
  return end;
}

const SCALE_WORDS: ReadonlySet<string | undefined> = new Set(['hundred', ...SCALES.map(([word]) => word)]);

function isScale(word: string | undefined): boolean {
  return SCALE_WORDS.has(word);
}

export function isNumberWord(word: string | undefined): boolean {
  return word !== undefined && (VALUES.has(word) || isScale(word));
}

function numericValue(words: readonly string[]): number {
  let total = 0;
  let group = 0;
  for (const word of words) {
    const scale = SCALES.find(([name]) => name === word)?.[1];
    if (scale !== undefined) {
      total += (group === 0 ? 1 : group) * scale;
      group = 0;
    } else if (word === 'hundred') {
      group = (group === 0 ? 1 : group) * 100;
    } else {
      group += VALUES.get(word) ?? 0;
    }
  }
  return total + group;
}
