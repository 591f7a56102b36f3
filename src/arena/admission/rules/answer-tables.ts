import { type Finding, finding, quote, type SourcePosition } from '../finding.ts';
import type { Subject } from '../subject.ts';

const FEWEST_NUMBERS = 12;
const FEWEST_IN_LISTS = 32;
const FEWEST_TOKENS = 20;
/** Limits, masks and arithmetic constants: round in base ten, or next to a power of two. */
const ROUND = /^-?[1-9]\d?0+$/;
const TOKEN = /\b(?=[a-f]*\d)[0-9a-f]{4,20}\b/gi;
const DIGEST_CALLS = /(^|\.)(hash|ord|crc32|adler32|crc_hqx|md5|sha\d+|sha\d+_\d+|blake2[bs]|from_bytes)$/;
const MIXING = ['Mult', 'Mod', 'BitXor', 'LShift', 'RShift', 'BitAnd', 'BitOr'];

/**
 * Advisory: detects an answer table that is keyed by a digest of the query. There are many other ways to write such a
 * table, so this rejects nothing. The comparison with twins is what makes memorised answers worthless.
 */
export function* answerTables({ facts, texts }: Subject): Generator<Finding> {
  const numbers = new Map<string, SourcePosition>();
  for (const each of texts) {
    if (each.kind === 'number' && !each.assembled && !isOrdinary(each.text)) numbers.set(each.text, each);
    if (each.kind !== 'text') continue;
    const tokens = new Set(each.text.match(TOKEN));
    if (tokens.size >= FEWEST_TOKENS) {
      yield finding(
        'NUMBER_TABLE',
        each,
        `A text lists ${tokens.size} numbers or hashes such as ${quote([...tokens][0]!)}.`,
      );
    }
  }
  const [first] = numbers;
  if (first !== undefined && numbers.size >= FEWEST_NUMBERS) {
    yield finding(
      'NUMBER_TABLE',
      first[1],
      `The file has ${numbers.size} different large numbers such as ${first[0]}.`,
    );
  }
  const listed = facts.series.reduce((sum, { count }) => sum + count, 0);
  if (listed >= FEWEST_IN_LISTS) {
    yield finding('NUMBER_TABLE', facts.series[0]!, `${listed} numbers are in lists.`);
  }
  const digest = [...facts.assignments, ...facts.conditions].find(
    ({ calls, operators }) =>
      calls.some((callee) => DIGEST_CALLS.test(callee)) && operators.some((operator) => MIXING.includes(operator)),
  );
  if (digest !== undefined) {
    yield finding(
      'QUERY_DIGEST',
      digest,
      'A number is computed from a text, character by character or with a hash function.',
    );
  }
}

function isOrdinary(text: string): boolean {
  if (ROUND.test(text)) return true;
  const value = Math.abs(Number(text));
  return Number.isInteger(Math.log2(value)) || Number.isInteger(Math.log2(value + 1));
}
