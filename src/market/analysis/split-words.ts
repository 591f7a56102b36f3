/**
 * Splits words by Unicode's default rules (UAX #29), as far as shop texts need them, in one pass and without a regular
 * expression per character: "3.5mm", "wi-fi", "it's" and "1,000" are split where Lucene's standard tokenizer splits
 * them.
 *
 * One deliberate difference: a colon always separates. The catalogue writes sizes as "int:xl", and the reference strips
 * colons from queries but not from documents, so such a size can never be found there.
 */
export const MAX_WORD_LENGTH = 255;

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const MID_LETTER = 3;
const MID_NUMBER = 4;
const MID_BOTH = 5;
const CONNECTOR = 6;
const EXTEND = 7;
const IDEOGRAPH = 8;
const KATAKANA = 9;
const UNKNOWN = 255;

/**
 * Class of every UTF-16 unit of the basic plane, filled on first use, because the property tables are large and slow.
 */
const CLASSES = new Uint8Array(0x10000).fill(UNKNOWN);
for (let unit = 0; unit < 0x80; unit++) CLASSES[unit] = classifyAscii(unit);

function classifyAscii(unit: number): number {
  const char = String.fromCharCode(unit);
  if (/[A-Za-z]/.test(char)) return LETTER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (char === '.' || char === "'") return MID_BOTH;
  if (char === ',' || char === ';') return MID_NUMBER;
  return char === '_' ? CONNECTOR : OTHER;
}

function classify(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  if (/[\u2018\u2019\u2024\ufe52\uff07\uff0e]/.test(char)) return MID_BOTH;
  if (/[\u00b7\u0387\u055f\u05f4\u2027]/.test(char)) return MID_LETTER;
  if (/[\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b]/.test(char)) return MID_NUMBER;
  if (/\p{Script=Katakana}|[\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u.test(char)) return KATAKANA;
  if (/\p{Script=Han}|\p{Script=Hiragana}/u.test(char)) return IDEOGRAPH;
  if (/\p{Nd}/u.test(char)) return DIGIT;
  if (/\p{Alphabetic}/u.test(char) && !/\p{M}/u.test(char)) return LETTER;
  if (/\p{M}|[\u200c\u200d]|(?![\u200b])\p{Cf}/u.test(char)) return EXTEND;
  return /\p{Pc}/u.test(char) ? CONNECTOR : OTHER;
}

function classAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  const known = CLASSES[unit]!;
  if (known !== UNKNOWN) return known;
  const codePoint = text.codePointAt(position)!;
  const found = classify(codePoint);
  // A surrogate unit is part of many characters; only whole characters have a class.
  if (codePoint === unit) CLASSES[unit] = found;
  return found;
}

function widthAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(position)! > 0xffff ? 2 : 1;
}

/** Calls `onWord` with each word of a text, as written. */
export function splitWords(given: string, onWord: (word: string) => void): void {
  // A lone surrogate cannot be stored as UTF-8, so a term that contains one would be sorted by bytes that are never
  // written.
  const text = given.toWellFormed();
  const length = text.length;
  let position = 0;
  while (position < length) {
    const first = classAt(text, position);
    if (first === IDEOGRAPH) {
      const width = widthAt(text, position);
      onWord(text.slice(position, position + width));
      position += width;
      continue;
    }
    if (first !== LETTER && first !== DIGIT && first !== KATAKANA && first !== CONNECTOR) {
      position += widthAt(text, position);
      continue;
    }
    const end = endOfWord(text, position, first);
    // Connectors alone ("__") are not a word.
    if (first !== CONNECTOR || /[\p{L}\p{Nd}]/u.test(text.slice(position, end))) emit(text, position, end, onWord);
    position = end;
  }
}

function endOfWord(text: string, start: number, first: number): number {
  const length = text.length;
  let previous = first;
  let position = start + widthAt(text, start);
  while (position < length) {
    const current = classAt(text, position);
    if (current === EXTEND) {
      position += widthAt(text, position);
      continue;
    }
    if (joins(previous, current)) {
      previous = current;
      position += widthAt(text, position);
      continue;
    }
    const bridge =
      previous === LETTER && (current === MID_LETTER || current === MID_BOTH)
        ? LETTER
        : previous === DIGIT && (current === MID_NUMBER || current === MID_BOTH)
          ? DIGIT
          : OTHER;
    if (bridge === OTHER) return position;
    const next = position + 1;
    if (next >= length || classAt(text, next) !== bridge) return position;
    previous = bridge;
    position = next + widthAt(text, next);
  }
  return position;
}

function joins(left: number, right: number): boolean {
  if (left === CONNECTOR) return right === LETTER || right === DIGIT || right === KATAKANA || right === CONNECTOR;
  if (right === CONNECTOR) return true;
  if (left === KATAKANA || right === KATAKANA) return left === right;
  return (left === LETTER || left === DIGIT) && (right === LETTER || right === DIGIT);
}

function emit(text: string, start: number, end: number, onWord: (word: string) => void): void {
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + MAX_WORD_LENGTH);
    if (to < end && widthAt(text, to - 1) === 2) to--;
    onWord(text.slice(from, to));
    from = to;
  }
}
