import type { Random } from '../../random/random.ts';
import { numberInWords } from '../clusters/number-words.ts';
import type { DrawnProblem } from '../synthesis/draw-problem.ts';
import { voucherPhrase } from '../synthesis/voucher-phrases.ts';
import { rewordProblem } from './reword-problem.ts';

export const DISGUISES = ['paraphrased', 'reordered', 'priced-in-words', 'mangled', 'voucher-reworded'] as const;

export type Disguise = (typeof DISGUISES)[number];

/** Disguises a problem like an attacker who wants a held-out problem in the training set. */
export function disguise(random: Random, drawn: DrawnProblem, as: Disguise): string {
  const { problem, wishes, itemText } = drawn;
  const voucherText = (): string =>
    problem.voucher === undefined ? '' : voucherPhrase(random, problem.voucher, wishes.length);
  switch (as) {
    case 'paraphrased':
      return rewordProblem(random, drawn) + voucherText();
    case 'reordered': {
      const words = problem.query.split(/\s+/);
      return random.sample(words, words.length).join(' ');
    }
    case 'priced-in-words':
      return inWords(problem.query);
    case 'mangled':
      return mangled(random, problem.query);
    case 'voucher-reworded':
      return itemText + voucherText();
  }
}

/** Writes out whole numbers of two or more digits. */
export function inWords(query: string): string {
  return query.replaceAll(/(?<![\p{L}\p{N}.,-])(?:\d{1,3},\d{3}|\d{2,6})(?![\p{L}\p{N}%-]|[.,]\d)/gu, (digits) =>
    numberInWords(Number(digits.replace(',', ''))),
  );
}

/** Changes spaces, case and punctuation, and adds invisible characters. */
function mangled(random: Random, query: string): string {
  return Array.from(query, (letter) => {
    if (letter === ' ') return random.pick(['  ', '\t', '\u00a0', ' \n', '\u2003']);
    if (/[.,;:!?]/.test(letter) && random.chance(0.5)) return '';
    if (random.chance(0.05)) return `\u200b${letter}`;
    return random.chance(0.3) ? letter.toUpperCase() : letter;
  }).join('');
}
