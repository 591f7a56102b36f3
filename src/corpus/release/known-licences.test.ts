import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { rowSources } from '../pipeline/input-rows.ts';
import {
  sampleBuildOptions,
  sampleRewritten,
  sampleRow,
  writeFiltered,
  writeRewrittenRows,
} from '../testing/sample-filtered.ts';
import { buildRelease } from './build-release.ts';
import { LICENCES_FILE, licencesIn, mergeLicences, writeLicences } from './known-licences.ts';

const folder = mkdtempSync(join(tmpdir(), 'known-licences-'));
afterAll(() => rmSync(folder, { recursive: true }));
let places = 0;
const place = () => join(folder, `place-${++places}`);
const [ONE, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];

describe('licences stated in a folder', () => {
  it('a release applies licences found in its input, also to rewritten rows', async () => {
    const [first, second, third] = sampleProblems(3);
    const rows = [sampleRow(first!, { agent: ONE }), sampleRow(second!, { agent: OTHER })];
    const input = writeFiltered(place(), rows);
    writeFileSync(join(input, LICENCES_FILE), JSON.stringify({ [ONE]: ' None ', [OTHER]: 'CC0-1.0' }));
    const order = sampleBuildOptions(input, place());
    const { manifest, licences_known } = await buildRelease(order);
    expect(manifest).toMatchObject({ rows: 1, apart: { NO_LICENCE: 1 } });
    expect(licences_known).toBe(true);
    expect(readFileSync(join(order.out, 'CARD.md'), 'utf8')).toContain('| licences | CC0-1.0 | 1 |');
    const rewritten = writeRewrittenRows(place(), [sampleRewritten(third!, { agent: ONE })]);
    writeFileSync(join(rewritten, LICENCES_FILE), JSON.stringify({ [ONE]: 'none' }));
    const plain = writeFiltered(place(), rows);
    expect((await buildRelease(sampleBuildOptions(plain, place(), { rewritten }))).manifest).toMatchObject({
      rows: 1,
      apart: { NO_LICENCE: 1 },
      rewritten: { rows: 0, apart: { NO_LICENCE: 1 } },
    });
    const unknown = await buildRelease(sampleBuildOptions(plain, place()));
    expect([unknown.manifest.rows, unknown.licences_known]).toEqual([2, false]);
  });

  it('licence files are not attempts, are copied to the output, and a refusal is never overruled', async () => {
    const input = place();
    mkdirSync(input);
    writeFileSync(join(input, 'a.jsonl'), '{}\n');
    writeFileSync(join(input, LICENCES_FILE), JSON.stringify({ [ONE]: 'none' }));
    expect(rowSources(input).map(({ name }) => name)).toEqual(['a.jsonl']);
    expect(licencesIn(join(input, 'a.jsonl'))).toEqual(new Map());
    const said = new Map([[ONE, 'CC0-1.0']]);
    expect(mergeLicences([said, licencesIn(input)])).toEqual(new Map([[ONE, 'none']]));
    expect(mergeLicences([licencesIn(input), said])).toEqual(new Map([[ONE, 'none']]));
    const out = place();
    await writeLicences(out, licencesIn(input));
    await writeLicences(out, new Map([...said, [OTHER, 'CC-BY-4.0']]));
    expect(licencesIn(out)).toEqual(
      new Map([
        [ONE, 'none'],
        [OTHER, 'CC-BY-4.0'],
      ]),
    );
  });

  it('the most restrictive of several licences for one agent applies, in any order, or none when unclear', () => {
    const said = (...licences: readonly string[]) => {
      const sources = licences.map((licence) => new Map([[ONE, licence]]));
      const [merged, turned] = [mergeLicences(sources), mergeLicences(sources.toReversed())];
      expect(turned).toEqual(merged);
      return merged.get(ONE);
    };
    expect(said('CC0-1.0', 'CC-BY-4.0')).toBe('CC-BY-4.0');
    expect(said('Apache-2.0', 'CC0-1.0')).toBe('Apache-2.0');
    expect(said('Apache-2.0', 'CC0-1.0', 'CC-BY-4.0')).toBe('CC-BY-4.0');
    expect(said('MIT', 'MIT')).toBe('MIT');
    expect(said('MIT', 'CC-BY-4.0')).toBe('none');
    expect(said('MIT', 'BSD-3-Clause')).toBe('none');
  });

  it('a row’s own licence "none" allows nothing, however it is spelt', async () => {
    const [first, second] = sampleProblems(2);
    const input = writeFiltered(place(), [
      sampleRow(first!, { licence: 'None' }),
      sampleRow(second!, { licence: 'none ' }),
    ]);
    expect((await buildRelease(sampleBuildOptions(input, place()))).manifest).toMatchObject({
      rows: 0,
      apart: { NO_LICENCE: 2 },
    });
  });

  it('an unreadable licence file fails the build', async () => {
    const input = writeFiltered(place(), [sampleRow(sampleProblems(1)[0]!)]);
    writeFileSync(join(input, LICENCES_FILE), '{"someone":"none"}');
    await expect(buildRelease(sampleBuildOptions(input, place()))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(LICENCES_FILE),
    });
  });
});
