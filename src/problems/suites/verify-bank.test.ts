import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths, drawPath, suitePath } from './bank-folder.ts';
import { bankStatistics } from './bank-statistics.ts';
import { commitDraw } from './commit-draw.ts';
import { createSuite } from './create-suite.ts';
import { foldExposure } from './exposure.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { readBank } from './read-bank.ts';
import { retireProblems } from './retire-problems.ts';
import { verifyBank } from './verify-bank.ts';

const now = sampleClock();
let folder: string;
let suite: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-verify-'));
  await growBank({ folder, problems: sampleProblems(9), now });
  const problems = sampleProblems(3, 'q');
  ({ id: suite } = await createSuite({ folder, suite: { name: 'q', version: 1, kind: 'qualifying', problems }, now }));
  await commitDraw({ folder, race: 'race-1', size: 3, now });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('verifyBank', () => {
  it('verifyBank finds nothing in an untouched bank', async () => {
    const { records } = await openBank(folder);
    expect(await verifyBank(folder)).toEqual({ lines: 3, head: records[2]!.hash, findings: [] });
  });

  it('verifyBank detects removed ledger lines by a head noted earlier', async () => {
    const { lines, head } = await verifyBank(folder);
    const { ledger } = bankPaths(folder);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').split('\n').slice(0, 2).join('\n').concat('\n'));
    rmSync(drawPath(folder, 'race-1'));
    expect((await verifyBank(folder)).findings).toEqual([]);
    expect((await verifyBank(folder, { noted: { sequence: lines, hash: head! } })).findings[0]).toContain(
      'lines were removed or rewritten',
    );
  });

  it('verifyBank detects an edited draw and one that was never made', async () => {
    const path = drawPath(folder, 'race-1');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"easy"', '"hard"'));
    writeFileSync(drawPath(folder, 'ghost'), '{}');
    const { findings } = await verifyBank(folder);
    expect(findings.join('\n')).toMatch(
      /ghost\.json, which the ledger does not name[\s\S]*race-1 does not match the commitment/,
    );
  });

  it('verifyBank names every file that is not as recorded', async () => {
    writeFileSync(suitePath(folder, suite), '{}');
    writeFileSync(join(bankPaths(folder).suites, 'mine.json'), '{}');
    writeFileSync(bankPaths(folder).bank, '');
    rmSync(drawPath(folder, 'race-1'));
    const { findings } = await verifyBank(folder);
    expect(findings).toEqual([
      expect.stringContaining('was changed'),
      expect.stringContaining('mine.json, which the ledger does not name'),
      expect.stringContaining('problem p1 was removed'),
      expect.stringContaining('Race race-1 cannot be revealed'),
    ]);
  });

  it('verifyBank names the first ledger line that does not match', async () => {
    const { ledger } = bankPaths(folder);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"qualifying"', '"heldout"'));
    expect((await verifyBank(folder)).findings).toEqual([expect.stringMatching(/line 2 was edited/)]);
  });
});

describe('bankStatistics', () => {
  it('bank statistics count the problems and those left to draw', async () => {
    await retireProblems({ folder, problemIds: ['p1'], reason: 'leaked', now });
    const { records, state } = await openBank(folder);
    const { problems } = await readBank(folder, state);
    const { cells, ...counts } = bankStatistics(problems.values(), state, foldExposure(records));
    expect(counts).toEqual({
      problems: 9,
      drawable: 8,
      retired: 1,
      everDrawn: 0,
      unrecorded: 0,
      suites: 1,
      sealedSets: 0,
      racesCommitted: 1,
      racesRevealed: 0,
    });
    expect(cells[0]).toEqual({ category: 'product', difficulty: 'easy', problems: 1, drawable: 0 });
    expect(cells.reduce((sum, cell) => sum + cell.problems, 0)).toBe(9);
  });
});
