import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
const SUITE = { name: 'dev', kind: 'dev' as const, market: null, problems: [MEASURED], training: [] };

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

describe('rows that lie in a folder', () => {
  it.each([
    ['by what a user says in them', { id: 'r', problem_id: 'x', messages: said(`Find ${MEASURED.query}, please`) }],
    ['in a row of another kind', { id: 'r', problem_id: 'x', prompt: said(MEASURED.query).slice(0, 2) }],
    [
      'in a later word of the user',
      { id: 'r', problem_id: 'x', messages: [...said('Hello'), ...said(MEASURED.query)] },
    ],
    ['by the problem they name', { id: 'r', problem_id: 'measured', messages: said('something else entirely') }],
  ])('give a measured problem away %s', async (_, row) => {
    const set = await rowsAsked(fileOf(row), 'rows.jsonl', KNOWN);
    expect(() => requireTrainable([set], [SUITE])).toThrow('row r of rows.jsonl gives away measured');
  });

  it('are let through when they do not, and ask each thing once', async () => {
    const row = { id: 'r', problem_id: 'x', messages: said('wireless earbuds under 600') };
    const set = await rowsAsked(fileOf(row, { ...row, id: 's' }), 'rows.jsonl', KNOWN);
    expect(set.questions).toEqual([{ id: 'row r', query: 'wireless earbuds under 600', targets: [] }]);
    requireTrainable([set], [SUITE]);
  });

  it.each([
    ['{"id":', 'line 2'],
    [{ id: 'r', problem_id: 'x', messages: [{ role: 'user', content: [1] }] }, 'messages'],
  ])('that cannot be read are refused: %j', async (row, named) => {
    const path = fileOf({ id: 'q', problem_id: 'x', messages: said('earbuds') }, row);
    await expect(rowsAsked(path, 'rows.jsonl', KNOWN)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(named),
    });
  });
});
