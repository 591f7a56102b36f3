import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { sha256 } from '../../store/sha256.ts';
import { sampleRow, writeFiltered } from '../testing/sample-filtered.ts';
import { buildRelease } from './build-release.ts';
import { findAttempt } from './find-attempt.ts';
import { openRelease } from './open-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-whereabouts-'));
const filtered = join(folder, 'filtered');
const release = join(folder, 'release');

beforeAll(async () => {
  const [first, second] = sampleProblems(2);
  writeFiltered(filtered, [sampleRow(first!), sampleRow(second!)]);
  const line = (attempt_id: string, reason: string) => `${JSON.stringify({ attempt_id, reason, detail: 'so' })}\n`;
  writeFileSync(join(filtered, 'rejected.jsonl'), line('bad', 'QUALITY_LOW'));
  const unread = '{"file":"a","line":1,"reason":"NOT_JSON","detail":"broken"}\n';
  writeFileSync(
    join(filtered, 'quarantine.jsonl'),
    unread + line('row-p1', 'ATTEMPT_TWICE') + line('odd', 'CALLS_CHANGED'),
  );
  await buildRelease({
    input: filtered,
    out: release,
    name: 'sample',
    problems: [],
    settled: [],
    sealed: undefined,
    heldOut: [second!],
    market: undefined,
    licences: new Map(),
    shares: { train: 1, dev: 0, heldout: 0 },
    seed: 7,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('whereabouts', () => {
  it('reports what the filter did with an attempt, and nothing about a second copy', async () => {
    const outcome = async (id: string) => {
      const found = await findAttempt(filtered, id);
      return found.kind === 'filtered' ? [found.outcome, found.reason] : [];
    };
    expect(await outcome('row-p1')).toEqual(['kept', null]);
    expect(await outcome('bad')).toEqual(['rejected', 'QUALITY_LOW']);
    expect(await outcome('odd')).toEqual(['quarantined', 'CALLS_CHANGED']);
    expect(await outcome('nobody')).toEqual(['unknown', null]);
  });

  it('reports the split of a release that a row is in, with the hash of its line', async () => {
    const [row] = await Array.fromAsync((await openRelease(release)).rows('train'));
    expect(await findAttempt(release, 'row-p1')).toEqual({
      kind: 'release',
      folder: release,
      name: 'sample',
      row: {
        split: 'train',
        leak_cluster: row!.leak_cluster,
        sha256: sha256(canonicalJson(row)),
        claimed: false,
        rewritten: false,
      },
    });
    expect(await findAttempt(release, 'row-p2')).toMatchObject({ row: null });
    await expect(findAttempt(folder, 'row-p1')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
