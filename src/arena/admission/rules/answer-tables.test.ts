import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../finding-code.ts';
import type { SourceFacts } from '../source-facts.ts';
import { subjectOf } from '../subject.ts';
import { answerTables } from './answer-tables.ts';

const PLACE = { line: 3, column: 5 };
const NOTHING = { imports: [], texts: [], series: [], assignments: [], conditions: [] } as unknown as SourceFacts;

function codes(facts: Partial<SourceFacts>): string[] {
  return [...answerTables(subjectOf({ ...NOTHING, ...facts }, '', {}))].map(({ code }) => code);
}

function numbers(values: readonly number[]): Partial<SourceFacts> {
  return { texts: values.map((value) => ({ text: String(value), kind: 'number', assembled: false, ...PLACE })) };
}

describe('answerTables', () => {
  it('answerTables notes many large numbers, and not limits, masks and a few others', () => {
    expect(codes(numbers(Array.from({ length: 30 }, (_, place) => 1_234_567 + 7_919 * place)))).toEqual([
      'NUMBER_TABLE',
    ]);
    expect(codes(numbers([100_000, 1_000_000, 20_000_000, 2 ** 20, 2 ** 32 - 1, 65_535, 1_234_567]))).toEqual([]);
    expect(codes(numbers(Array.from({ length: 30 }, () => 1_234_567)))).toEqual([]);
  });

  it('answerTables notes numbers in lists and in texts', () => {
    expect(codes({ series: [{ count: 40, ...PLACE }] })).toEqual(['NUMBER_TABLE']);
    const listed = Array.from({ length: 25 }, (_, place) => `${(4_096 + 37 * place).toString(16)}:${8_000 + place}`);
    expect(codes({ texts: [{ text: listed.join(' '), kind: 'text', assembled: false, ...PLACE }] })).toEqual([
      'NUMBER_TABLE',
    ]);
    const prompt = 'Answer with JSON. Prices are in pesos, such as 1500 or 2000. Feed the best bed, add a deed.';
    expect(codes({ texts: [{ text: prompt, kind: 'text', assembled: false, ...PLACE }] })).toEqual([]);
  });

  it('answerTables notes a digest over a text, and not one of either alone', () => {
    const assignment = { targets: ['h'], reads: [], names: ['h', 'c'], largest: 31, ...PLACE };
    const digest = { ...assignment, calls: ['ord'], operators: ['Add', 'Mult'] };
    expect(codes({ assignments: [digest] })).toEqual(['QUERY_DIGEST']);
    expect(codes({ assignments: [{ ...digest, calls: ['zlib.crc32'], operators: ['BitAnd'] }] })).toEqual([
      'QUERY_DIGEST',
    ]);
    expect(codes({ assignments: [{ ...digest, operators: ['Add'] }] })).toEqual([]);
    expect(codes({ assignments: [{ ...digest, calls: ['len'] }] })).toEqual([]);
  });

  it('answerTables never rejects a file', () => {
    expect(FINDINGS.NUMBER_TABLE.class).toBe('policy');
    expect(FINDINGS.QUERY_DIGEST.class).toBe('policy');
  });
});
