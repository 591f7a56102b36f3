import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths, drawPath } from './bank-folder.ts';
import { commitDraw } from './commit-draw.ts';
import { type DrawDocument, drawCommitment } from './draw-document.ts';
import { foldExposure } from './exposure.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { readPendingDraws } from './pending-draws.ts';
import { retireProblems } from './retire-problems.ts';
import { revealDraw } from './reveal-draw.ts';
import { verifyDraw } from './verify-draw.ts';

const now = sampleClock();
let folder: string;
let out: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-draw-'));
  out = join(`${folder}-public`, 'race-1.json');
  await growBank({ folder, problems: sampleProblems(27), now });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-public`, { recursive: true, force: true });
});

function publish(change: (draw: DrawDocument) => unknown): void {
  writeFileSync(out, JSON.stringify(change(JSON.parse(readFileSync(out, 'utf8')))));
}

describe('a draw', () => {
  it('is committed in secret, revealed, and verifies', async () => {
    const { commitment } = await commitDraw({ folder, race: 'race-1', size: 9, now });
    const ledger = readFileSync(bankPaths(folder).ledger, 'utf8').split('\n').at(-2)!;
    expect(JSON.parse(ledger)).toMatchObject({ kind: 'draw-committed', race: 'race-1', commitment, size: 9 });
    expect(ledger).not.toMatch(/"p\d/);
    expect(statSync(drawPath(folder, 'race-1')).mode & 0o777).toBe(0o600);

    const draw = await revealDraw({ folder, race: 'race-1', out, now });
    expect(draw.problem_ids.length).toBe(9);
    const text = readFileSync(out, 'utf8');
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['commitment', 'pool', 'problem_ids', 'race', 'seed']);
    expect(text).not.toContain('lamp');
    expect(verifyDraw(out, commitment)).toEqual({ race: 'race-1', commitment, findings: [] });
    expect((await openBank(folder)).state.draws.get('race-1')!.revealed!.problemIds).toEqual(draw.problem_ids);
  });

  it('is never made twice for one race', async () => {
    await commitDraw({ folder, race: 'race-1', size: 9, now });
    const secret = readFileSync(drawPath(folder, 'race-1'), 'utf8');
    await expect(commitDraw({ folder, race: 'race-1', size: 9, now })).rejects.toMatchObject({ code: 'BANK_CONFLICT' });
    expect(readFileSync(drawPath(folder, 'race-1'), 'utf8')).toBe(secret);
  });

  it('is entered as revealed once, however often it is published', async () => {
    await commitDraw({ folder, race: 'race-1', size: 9, now });
    await revealDraw({ folder, race: 'race-1', out, now });
    const first = readFileSync(out, 'utf8');
    await revealDraw({ folder, race: 'race-1', out, now });
    expect(readFileSync(out, 'utf8')).toBe(first);
    const { records } = await openBank(folder);
    expect(records.filter((record) => record.kind === 'draw-revealed').length).toBe(1);
  });

  it('that was tampered with is told what does not fit', async () => {
    const { commitment } = await commitDraw({ folder, race: 'race-1', size: 9, now });
    const honest = await revealDraw({ folder, race: 'race-1', out, now });
    const original = readFileSync(out, 'utf8');
    const left = honest.pool.find((entry) => !honest.problem_ids.includes(entry.problem_id))!.problem_id;
    const findings = (change: (draw: DrawDocument) => unknown, expected?: string): string => {
      writeFileSync(out, original);
      publish(change);
      return verifyDraw(out, expected).findings.join('\n');
    };
    const swap = (draw: DrawDocument): DrawDocument => ({ ...draw, problem_ids: [left, ...draw.problem_ids.slice(1)] });
    const rehash = (draw: DrawDocument): DrawDocument => ({ ...draw, commitment: drawCommitment(draw) });

    expect(findings(swap)).toContain(`the file says ${commitment}`);
    expect(findings(swap)).toContain(`problem_ids: ${left} is not what the seed draws`);
    expect(findings((draw) => rehash(swap(draw)))).toContain(
      `${honest.problem_ids[0]} is drawn by the seed and missing`,
    );
    expect(findings((draw) => rehash({ ...draw, problem_ids: draw.problem_ids.toReversed() }))).toMatch(
      /^problem_ids\.\d: the seed draws/,
    );
    const other = (draw: DrawDocument): DrawDocument => rehash({ ...draw, race: 'race-2' });
    expect(findings(other)).toBe('');
    expect(findings(other, commitment)).toContain(`committed was ${commitment}`);
    expect(findings((draw) => ({ ...draw, seed: sha256('other') }))).toContain('problem_ids');
    expect(findings((draw) => ({ ...draw, pool: [...draw.pool, draw.pool[0]] }))).toContain('in the pool twice');
    expect(findings((draw) => ({ ...draw, seed: 'short' }))).toContain('seed: is not 64');
    expect(findings((draw) => ({ ...draw, query: 'x' }))).toContain('query');
    writeFileSync(out, 'nonsense');
    expect(verifyDraw(out).findings[0]).toContain('is not JSON');
  });

  it('leaves out what was retired, by hand or by its third draw', async () => {
    await retireProblems({ folder, problemIds: ['p1', 'p2'], reason: 'leaked', now });
    for (const race of ['race-1', 'race-2', 'race-3']) {
      expect(await commitDraw({ folder, race, size: 25, now })).toMatchObject({ poolSize: 25 });
    }
    await expect(commitDraw({ folder, race: 'race-4', size: 1, now })).rejects.toThrow('pool of 0');
    const { records, state } = await openBank(folder);
    const exposure = foldExposure(records, { pending: readPendingDraws(folder, state).problems });
    expect(exposure.get('p3')!.draws.map((draw) => draw.race)).toEqual(['race-1', 'race-2', 'race-3']);
  });

  it('cannot be revealed when its secret was changed or lost, and later draws say so', async () => {
    await commitDraw({ folder, race: 'race-1', size: 9, now });
    const path = drawPath(folder, 'race-1');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"race-1"', '"race-9"'));
    const revealing = revealDraw({ folder, race: 'race-1', out, now });
    await expect(revealing).rejects.toMatchObject({
      code: 'BANK_CORRUPT',
      message: expect.stringContaining('committed'),
    });
    rmSync(path);
    await expect(revealDraw({ folder, race: 'race-1', out, now })).rejects.toThrow('is missing');
    const next = await commitDraw({ folder, race: 'race-2', size: 9, now });
    expect(next.lost).toEqual([{ race: 'race-1', reason: expect.stringContaining('is missing') }]);
  });

  it('is never published over a file of the bank', async () => {
    await commitDraw({ folder, race: 'race-1', size: 3, now });
    const inside = revealDraw({ folder, race: 'race-1', out: join(folder, 'ledger.jsonl'), now });
    await expect(inside).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('lies in the bank folder'),
    });
  });

  it('of a race that was never drawn, or has no name for a file, is refused', async () => {
    await expect(revealDraw({ folder, race: 'race-7', out, now })).rejects.toThrow('Race race-7 was never drawn');
    for (const race of ['../up', '', 'Race', 'a/b']) {
      await expect(commitDraw({ folder, race, size: 1, now })).rejects.toMatchObject({ code: 'USAGE' });
    }
  });
});
