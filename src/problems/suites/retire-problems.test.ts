import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths } from './bank-folder.ts';
import { commitDraw } from './commit-draw.ts';
import { createSuite } from './create-suite.ts';
import { fixDraw } from './fix-draw.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { readPendingDraws } from './pending-draws.ts';
import { retirementsIn, retireProblems } from './retire-problems.ts';
import { revealDraw } from './reveal-draw.ts';
import { verifyBank } from './verify-bank.ts';
import { verifyDraw } from './verify-draw.ts';

const now = sampleClock();
let root: string;
let folder: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-retire-'));
  folder = join(root, 'bank');
  await growBank({ folder, problems: sampleProblems(12), now });
});
afterEach(() => rmSync(root, { recursive: true }));

const retire = (...problemIds: string[]) => retireProblems({ folder, problemIds, reason: 'leaked', now });

describe('retireProblems', () => {
  it('retired problems are excluded from later draws', async () => {
    expect(await retire('p1', 'p2', 'p1')).toEqual({ retired: ['p1', 'p2'], alreadyRetired: [], committedDraws: [] });
    expect(await commitDraw({ folder, race: 'race-1', size: 10, now })).toMatchObject({ poolSize: 10 });
    const { state } = await openBank(folder);
    const drawn = readPendingDraws(folder, state).pools.get('race-1')!;
    expect(drawn.filter((id) => id === 'p1' || id === 'p2')).toEqual([]);
    expect((await verifyBank(folder)).findings).toEqual([]);
  });

  it('retiring problems twice changes nothing', async () => {
    await retire('p1');
    const before = readFileSync(bankPaths(folder).ledger, 'utf8');
    expect(await retire('p1')).toEqual({ retired: [], alreadyRetired: ['p1'], committedDraws: [] });
    expect(readFileSync(bankPaths(folder).ledger, 'utf8')).toBe(before);
    expect(await retire('p1', 'p3')).toMatchObject({ retired: ['p3'], alreadyRetired: ['p1'] });
    const { records } = await openBank(folder);
    expect(retirementsIn(records).map(({ problemId, reason }) => [problemId, reason])).toEqual([
      ['p1', 'leaked'],
      ['p3', 'leaked'],
    ]);
  });

  it('retiring names a committed draw and leaves it unchanged, revealable and verifiable', async () => {
    const { commitment } = await commitDraw({ folder, race: 'race-1', size: 12, now });
    expect(await retire('p4')).toMatchObject({ committedDraws: [{ race: 'race-1', problemIds: ['p4'] }] });
    const out = join(root, 'draw.json');
    await fixDraw({ folder, race: 'race-1', beacon: { kind: 'given', value: 'block 17' }, now });
    const draw = await revealDraw({ folder, race: 'race-1', out, now });
    expect(draw.problem_ids).toContain('p4');
    expect(verifyDraw(out, { commitment }).findings).toEqual([]);
    expect(await retire('p5')).toMatchObject({ committedDraws: [] });
  });

  it('retires no problem when one of them is not in the bank, or is sealed', async () => {
    const held = sampleProblems(3, 'held');
    const suite = { name: 'vault', version: 1, kind: 'heldout', problems: held } as const;
    await createSuite({ folder, suite, sealed: true, now });
    for (const id of ['p99', 'held1']) {
      await expect(retire('p1', id)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(id),
      });
    }
    expect(retirementsIn((await openBank(folder)).records)).toEqual([]);
  });
});
