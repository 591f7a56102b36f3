/** A word, a number or a punctuation mark, with its position. */
export interface Token {
  readonly kind: 'word' | 'number' | 'mark';
  /** In lower case. */
  readonly text: string;
  /** Whether it is written with a capital. */
  readonly capital: boolean;
  /** The numeric value of a number. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** Characters of scripts that do not put spaces between words. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]`;
/** Words of claims in text without spaces. */
const UNSPACED_WORDS =
  '货到付款|貨到付款|免运费|免運費|包邮|送料無料|代金引換|代引き|官方|公式|不支持|没有|沒有|不是|不能|不|无|無';
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{2,},\d{2}(?!\d)|\d+,\d(?=\s?(?:l|kg|cm|m|zoll|pouces?|pulgadas|tum|lit\p{L}+)(?!\p{L}))|\d+(?:\.\d+)?`;
/** "1.049 €", where a dot separates thousands. Without a currency it may be a decimal point. */
const THOUSANDS = String.raw`\d{1,3}(?:\.\d{3})+(?=\s?(?:€|eur|kr|zł|pesos|php|usd))`;
const WORD = String.raw`${UNSPACED_WORDS}|(?:(?!${UNSPACED_WORDS})${UNSPACED})+|(?:(?!${UNSPACED})[\p{L}\p{N}])+`;
/** Underscores and hyphens only separate words, so `pan_body` and "pan body" are the same two words. */
const TOKEN = new RegExp(
  String.raw`(?<thousands>${THOUSANDS})|(?<number>${NUMBER})|(?<word>${WORD})|[^\s\p{L}\p{N}_]|\n`,
  'giu',
);
/** "129,90" and "1,7 l", where a comma separates the decimals. */
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: found, groups, index }) => {
    const { thousands, number, word } = groups!;
    const written = thousands === undefined ? number && plainNumber(number) : thousands.replaceAll('.', '');
    return {
      kind: written !== undefined ? 'number' : word !== undefined ? 'word' : 'mark',
      text: written ?? found.toLowerCase(),
      capital: word !== undefined && /^\p{Lu}/u.test(word),
      value: written === undefined ? Number.NaN : Number(written),
      start: index,
      end: index + found.length,
    };
  });
}

function plainNumber(written: string): string {
  return DECIMAL_COMMA.test(written) ? written.replace(',', '.') : written.replaceAll(',', '');
}

/** The words and numbers of a text, in lower case. */
export function wordsAndNumbers(text: string): string[] {
  return tokensOf(text).flatMap(({ kind, text: word }) => (kind === 'mark' ? [] : [word]));
}
