import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../corpus/release/build-release.ts';
import { sampleOrder, sampleRow, writeFiltered } from '../../corpus/release/sample-filtered.ts';
import { harnessOf } from '../../evaluation/harness/harness.ts';
import type { Problem } from '../../problems/problem.ts';
import { readCorpus } from './read-corpus.ts';

let root: string;
const PROBLEM: Problem = {
  id: 'p1',
  category: 'product',
  difficulty: 'easy',
  query: 'a red desk lamp with a dimmer',
  targets: [],
};
const OPTIONS = { prompt: 'harness', harness: harnessOf(4, 'native'), maxObservation: 3_000 } as const;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-read-corpus-'));
  mkdirSync(join(root, 'release'));
  const input = writeFiltered(join(root, 'filtered'), [sampleRow(PROBLEM, { id: 'r1' })]);
  const settled = [{ problem: PROBLEM, split: 'train' as const }];
  await buildRelease(sampleOrder(input, join(root, 'release'), { problems: [PROBLEM], settled }));
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the questions of a corpus', () => {
  it('are what its rows ask, also where a row has the name of a problem that asks something else', async () => {
    const other: Problem = { ...PROBLEM, query: 'wireless earbuds under 600' };
    const { asked } = await readCorpus(join(root, 'release'), OPTIONS, new Map([['p1', other]]));
    expect(asked.questions.map(({ query }) => query).sort()).toEqual([PROBLEM.query, other.query]);
    const { asked: known } = await readCorpus(join(root, 'release'), OPTIONS, new Map([['p1', PROBLEM]]));
    expect(known.questions).toEqual([{ id: 'row r1', query: PROBLEM.query, targets: [] }]);
  });
});
