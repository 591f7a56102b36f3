import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import type { Problem } from '../../problems/problem.ts';
import { requireTrainable } from './require-trainable.ts';
import { rowsAsked } from './rows-asked.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rows-asked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MEASURED: Problem = {
  id: 'measured',
  category: 'product',
  difficulty: 'easy',
  query: 'a quezonite teal umbrella stand with brass feet',
  targets: [],
};
const KNOWN = new Map([[MEASURED.id, MEASURED]]);
const SUITE: EvaluationSuite = { name: 'dev', kind: 'dev', market: null, problems: [MEASURED], training: [] };
const SUITES = { known: KNOWN, guarded: [SUITE] };

function fileOf(...rows: readonly unknown[]): string {
  const path = join(folder, 'rows.jsonl');
  writeFileSync(path, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));
  return path;
}

const said = (content: string) => [
  { role: 'system', content: 'Shop.' },
  { role: 'user', content },
  { role: 'assistant', content: 'Yes.' },
];

describe('rows of a folder', () => {
  it.each([
    ['by what a user says in them', { id: 'r', problem_id: 'x', messages: said(`Find ${MEASURED.query}, please`) }],
    ['in a row of another kind', { id: 'r', problem_id: 'x', prompt: said(MEASURED.query).slice(0, 2) }],
    [
      'in a later word of the user',
      { id: 'r', problem_id: 'x', messages: [...said('Hello'), ...said(MEASURED.query)] },
    ],
    ['by the problem they name', { id: 'r', problem_id: 'measured', messages: said('something else entirely') }],
  ])('rows of a folder that leak a measured problem are detected: %s', async (_, row) => {
    const set = await rowsAsked(fileOf(row), 'rows.jsonl', SUITES);
    expect(() => requireTrainable([set], [SUITE])).toThrow('row r of rows.jsonl gives away measured');
  });

  const INSTRUCTIONS = `You work for a shop and help people who buy things. Always think before acting, search using few
    words, look at whatever comes back, open promising products, compare prices, services, options, attributes; then
    recommend exactly one and stop. Never invent identifiers, never ask questions, keep thoughts short. Vouchers lower
    totals; budgets must hold afterwards. If nothing fits, choose nearest.`;
  const call = (given: unknown) => ({ id: 'c', type: 'function', function: { name: 'find', arguments: given } });
  const hidden = JSON.stringify({ q: MEASURED.query.replaceAll(' ', '\n') });
  it.each([
    ['after long instructions', said(`${INSTRUCTIONS}\n\nRequest: ${MEASURED.query.toUpperCase()}.`)],
    ['by the system', [{ role: 'system', content: `Once: ${MEASURED.query}` }, ...said('Go on.').slice(1)]],
    ['by the model', [...said('Go on.'), { role: 'assistant', content: `They want ${MEASURED.query}.` }]],
    ['in a result', [...said('Go on.'), { role: 'tool', tool_call_id: 'c', content: MEASURED.query }]],
    ['in a call', [...said('Go on.'), { role: 'assistant', content: '', tool_calls: [call(hidden)] }]],
  ])('rows of a folder that quote a measured problem are detected: %s', async (_, messages) => {
    const harmless = { id: 'q', problem_id: 'x', messages: said('wireless earbuds under 600') };
    const set = await rowsAsked(fileOf(harmless, { id: 'r', problem_id: 'x', messages }), 'rows.jsonl', SUITES);
    // After long instructions, the word-based guard also finds it and reports it first.
    expect(() => requireTrainable([set], [SUITE])).toThrow(
      /row r of rows\.jsonl gives away measured \((quoted|paraphrase)\)/,
    );
  });

  it('detects a measured problem in what a model should say next', async () => {
    const prompt = said('Go on.').slice(0, 2);
    const completion = [{ role: 'assistant', content: MEASURED.query }];
    const actions = [[{ name: 'find', arguments: hidden }]];
    for (const row of [{ completion, label: true }, { teacher_actions: actions }]) {
      const set = await rowsAsked(fileOf({ id: 'r', problem_id: 'x', prompt, ...row }), 'rows.jsonl', SUITES);
      expect(() => requireTrainable([set], [SUITE])).toThrow('gives away measured (quoted)');
    }
  });

  it('names every leaked problem once, by the first row that quotes it', async () => {
    const second: Problem = { ...MEASURED, id: 'second', query: 'seven folding chairs of smoked pinewood' };
    const suite = { ...SUITE, problems: [MEASURED, second] };
    const row = (id: string, ...texts: readonly string[]) => ({
      id,
      problem_id: 'x',
      messages: said(INSTRUCTIONS + texts.join('; ')),
    });
    const rows = [row('a', MEASURED.query), row('b', MEASURED.query, second.query)];
    const { quotes } = await rowsAsked(fileOf(...rows), 'rows.jsonl', { known: KNOWN, guarded: [suite] });
    expect(quotes).toEqual([
      { suite: 'dev', problem: 'measured', trained: 'row a' },
      { suite: 'dev', problem: 'second', trained: 'row b' },
    ]);
  });

  it('accepts rows without leaks, and lists each question once', async () => {
    const row = { id: 'r', problem_id: 'x', messages: said('wireless earbuds under 600') };
    const set = await rowsAsked(fileOf(row, { ...row, id: 's' }), 'rows.jsonl', SUITES);
    expect(set.questions).toEqual([{ id: 'row r', query: 'wireless earbuds under 600', targets: [] }]);
    requireTrainable([set], [SUITE]);
  });

  it.each([
    ['{"id":', 'line 2'],
    [{ id: 'r', problem_id: 'x', messages: [{ role: 'user', content: [1] }] }, 'messages'],
  ])('rejects an unreadable row: %j', async (row, named) => {
    const path = fileOf({ id: 'q', problem_id: 'x', messages: said('earbuds') }, row);
    await expect(rowsAsked(path, 'rows.jsonl', SUITES)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(named),
    });
  });
});
