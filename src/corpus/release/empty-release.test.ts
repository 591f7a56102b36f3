import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import {
  sampleBuildOptions,
  sampleRewritten,
  sampleRow,
  writeFiltered,
  writeRewrittenRows,
} from '../testing/sample-filtered.ts';
import { type BuildReleaseOptions, buildRelease } from './build-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'empty-release-'));
afterAll(() => rmSync(folder, { recursive: true }));
let places = 0;
const place = () => join(folder, `place-${++places}`);

async function cardOf(rest: Partial<BuildReleaseOptions> = {}, input = writeFiltered(place(), [])): Promise<string> {
  const order = sampleBuildOptions(input, place(), rest);
  expect((await buildRelease(order)).manifest.rows).toBe(0);
  return readFileSync(join(order.out, 'CARD.md'), 'utf8');
}

describe('the card of a release without rows', () => {
  it('the card of an empty release claims nothing about rows', async () => {
    const card = await cardOf({ rewritten: writeRewrittenRows(place(), []) });
    for (const claim of [
      /\ball 0\b/i,
      /\b0 of 0\b/,
      /These 0/,
      /Every (row|problem)/i,
      /all reasoning/,
      /No row comes/,
      /Yes[,:]/,
    ]) {
      expect(card).not.toMatch(claim);
    }
    expect(card).not.toMatch(/answers of all problems|Shops were|No links|in 0 (rows|problems)/);
    expect(card).toMatch(/## Only successes\?\n\nThe release has no rows\./);
    expect(card).toMatch(/## Licence and consent\?\n\nThe release has no rows\./);
    expect(card).toMatch(/written afterwards\?\n\nNo: the release has no rows\. Rewritten rows were requested/);
    expect(card).toMatch(/## One full example\n\nThe release has no row that may be shown/);
    expect(card).toMatch(/Of 3 attempts the filter kept 0, rejected 3/);
  });

  it('the card of an empty release counts rewritten rows and rows withheld by licence', async () => {
    const [first, second] = sampleProblems(2);
    const rewritten = writeRewrittenRows(place(), [sampleRewritten(first!)]);
    const kept = writeFiltered(place(), [sampleRow(second!, { licence: 'none' })]);
    const card = await cardOf({ rewritten }, kept);
    expect(card).toMatch(/## Only successes\?\n\nThe release has no rows except rewritten ones/);
    expect(card).toMatch(/Yes, in 1 row in addition to those above/);
    expect(card).toMatch(/1 of 1 row has no stated licence.*1 row with licence `none`/);
  });

  it('the card of an empty release says what was removed since the previous release', async () => {
    const previous = place();
    await buildRelease(sampleBuildOptions(writeFiltered(place(), [sampleRow(sampleProblems(1)[0]!)]), previous));
    const card = await cardOf({ previous });
    expect(card).toMatch(/0 rows were added, 1 removed and 0 kept/);
    expect(card).not.toContain('Every problem');
  });
});
