import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { PostingRuns } from './posting-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('PostingRuns', () => {
  it.each([1, 7, 1000, 1_000_000])('returns postings by term with a run capacity of %i', (capacity) => {
    const random = new Random(5, capacity);
    const runs = new PostingRuns(join(folder, `runs-${capacity}`), capacity);
    const expected = Array.from({ length: 50 }, () => [] as [doc: number, pair: number][]);
    for (let doc = 0; doc < (capacity === 1 ? 20 : 400); doc++) {
      for (const term of random.sample([...expected.keys()], random.integer(12))) {
        const pair = random.integer(0x10000);
        runs.add(term, doc, pair);
        expected[term]!.push([doc, pair]);
      }
    }
    const got = Array.from(runs.byTerm(expected.length), ({ docs, pairs }) =>
      Array.from(docs, (doc, i) => [doc, pairs[i]]),
    );
    expect(got).toEqual(expected);
    runs.close();
  });
});
