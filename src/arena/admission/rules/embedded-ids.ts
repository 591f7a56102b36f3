import { type Finding, finding, quote } from '../finding.ts';
import type { Subject, Text } from '../subject.ts';

/** Form of a product id; used when there is no market to look ids up in. */
const ID_LIKE = /^\d{9,19}$/;
const SHORTEST_ID = 6;
const LONGEST_ENCODED = 400;

/** Ids of products and problems: plain, reversed, with separators, or encoded. */
export function* embeddedIds({ texts, knowledge, isProduct }: Subject): Generator<Finding> {
  const known = (id: string) => knowledge?.productIds.has(id) === true || isProduct?.(id) === true;
  for (const each of texts) {
    const tokens = [...tokensIn(each)];
    if (tokens.some(known)) yield finding('PRODUCT_ID', each, `${quote(each.text)} contains the id of a product.`);
    else if (isProduct === undefined && each.kind !== 'comment' && tokens.some((token) => ID_LIKE.test(token))) {
      yield finding('PRODUCT_ID_LIKE', each, `${quote(each.text)} contains a number like the id of a product.`);
    }
    if (knowledge !== undefined && holdsProblemId(each.text, knowledge.problemIds)) {
      yield finding('PROBLEM_ID', each, `${quote(each.text)} contains the id of a problem.`);
    }
  }
}

function holdsProblemId(text: string, ids: ReadonlySet<string>): boolean {
  if (ids.has(text)) return true;
  return text.match(/[\w-]{8,}/g)?.some((token) => ids.has(token)) === true;
}

/** Every run of digits in the text and in its decoded forms. */
function* tokensIn({ text, kind }: Text): Generator<string> {
  for (const form of formsOf(text, kind === 'number')) {
    for (const [digits] of form.matchAll(/\d{6,20}/g)) {
      yield digits;
      yield reversed(digits);
    }
  }
}

function* formsOf(text: string, isNumber: boolean): Generator<string> {
  yield text;
  if (isNumber || text.length > LONGEST_ENCODED) return;
  const together = text.replaceAll(/[\s._,:/-]/g, '');
  if (together !== text && /^\d+$/.test(together) && together.length <= 20) yield together;
  if (text.length < SHORTEST_ID || !/^[\w+/=-]+$/.test(text)) return;
  if (/^([0-9a-fA-F]{2})+$/.test(text)) yield Buffer.from(text, 'hex').toString('latin1');
  yield Buffer.from(text, 'base64').toString('latin1');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
