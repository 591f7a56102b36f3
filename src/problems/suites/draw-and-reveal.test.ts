import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths, drawPath } from './bank-folder.ts';
import { changeBank } from './change-bank.ts';
import { type CommittedDraw, commitDraw } from './commit-draw.ts';
import { drawBalanced } from './draw-balanced.ts';
import { type DrawDocument, drawCommitment } from './draw-document.ts';
import { foldExposure } from './exposure.ts';
import { fixDraw } from './fix-draw.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { readPendingDraws } from './pending-draws.ts';
import { problemDigest } from './problem-digest.ts';
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

const BEACON = { kind: 'given', value: 'block 17' } as const;

/** Both halves of a draw. */
async function drawRace(race: string, size: number): Promise<CommittedDraw> {
  const committed = await commitDraw({ folder, race, size, now });
  await fixDraw({ folder, race, beacon: BEACON, now });
  return committed;
}

function publish(change: (draw: DrawDocument) => unknown): void {
  writeFileSync(out, JSON.stringify(change(JSON.parse(readFileSync(out, 'utf8')))));
}

describe('a draw', () => {
  it('a draw is committed in secret, revealed, and verifies', async () => {
    const { commitment } = await commitDraw({ folder, race: 'race-1', size: 9, now });
    const ledger = readFileSync(bankPaths(folder).ledger, 'utf8').split('\n').at(-2)!;
    expect(JSON.parse(ledger)).toMatchObject({ kind: 'draw-committed', race: 'race-1', commitment, size: 9 });
    expect(ledger).not.toMatch(/"p\d/);
    expect(statSync(drawPath(folder, 'race-1')).mode & 0o777).toBe(0o600);

    await fixDraw({ folder, race: 'race-1', beacon: BEACON, now });
    const draw = await revealDraw({ folder, race: 'race-1', out, now });
    expect(draw.problem_ids.length).toBe(9);
    const text = readFileSync(out, 'utf8');
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'beacon',
      'commitment',
      'pool',
      'problem_ids',
      'race',
      'seed',
      'size',
      'version',
    ]);
    expect(text).not.toContain('lamp');
    expect(verifyDraw(out, { commitment })).toMatchObject({ race: 'race-1', commitment, findings: [] });
    expect((await openBank(folder)).state.draws.get('race-1')!.revealed!.problemIds).toEqual(draw.problem_ids);
  });

  it('a race is never drawn twice', async () => {
    await commitDraw({ folder, race: 'race-1', size: 9, now });
    const secret = readFileSync(drawPath(folder, 'race-1'), 'utf8');
    await expect(commitDraw({ folder, race: 'race-1', size: 9, now })).rejects.toMatchObject({ code: 'BANK_CONFLICT' });
    expect(readFileSync(drawPath(folder, 'race-1'), 'utf8')).toBe(secret);
  });

  it('a draw is recorded as revealed once, however often it is published', async () => {
    await drawRace('race-1', 9);
    await revealDraw({ folder, race: 'race-1', out, now });
    const first = readFileSync(out, 'utf8');
    await revealDraw({ folder, race: 'race-1', out, now });
    expect(readFileSync(out, 'utf8')).toBe(first);
    const { records } = await openBank(folder);
    expect(records.filter((record) => record.kind === 'draw-revealed').length).toBe(1);
  });

  it('verifying a tampered draw says what does not match', async () => {
    const { commitment } = await drawRace('race-1', 9);
    const honest = await revealDraw({ folder, race: 'race-1', out, now });
    const original = readFileSync(out, 'utf8');
    const left = honest.pool.find((entry) => !honest.problem_ids.includes(entry.problem_id))!.problem_id;
    const findings = (change: (draw: DrawDocument) => unknown, expected?: string): string => {
      writeFileSync(out, original);
      publish(change);
      return verifyDraw(out, { commitment: expected }).findings.join('\n');
    };
    const swap = (draw: DrawDocument): DrawDocument => ({ ...draw, problem_ids: [left, ...draw.problem_ids.slice(1)] });
    const rehash = (draw: DrawDocument): DrawDocument => ({ ...draw, commitment: drawCommitment(draw) });

    expect(findings((draw) => ({ ...draw, race: 'race-2' }))).toContain(`the file says ${commitment}`);
    expect(findings(swap, commitment)).toContain(`problem_ids: ${left} is not what the seed draws`);
    expect(findings(swap, commitment)).toContain(`${honest.problem_ids[0]} is drawn by the seed and missing`);
    expect(findings((draw) => ({ ...draw, problem_ids: draw.problem_ids.toReversed() }))).toMatch(
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

  it('a draw omits problems retired by hand or by their third draw', async () => {
    await retireProblems({ folder, problemIds: ['p1', 'p2'], reason: 'leaked', now });
    for (const race of ['race-1', 'race-2', 'race-3']) {
      expect(await drawRace(race, 25)).toMatchObject({ poolSize: 25 });
    }
    await expect(commitDraw({ folder, race: 'race-4', size: 1, now })).rejects.toThrow('pool of 0');
    const { records, state } = await openBank(folder);
    const exposure = foldExposure(records, { pending: readPendingDraws(folder, state).problems });
    expect(exposure.get('p3')!.draws.map((draw) => draw.race)).toEqual(['race-1', 'race-2', 'race-3']);
  });

  it('a draw whose secret was changed or lost cannot be revealed, and later draws say so', async () => {
    await commitDraw({ folder, race: 'race-1', size: 9, now });
    const path = drawPath(folder, 'race-1');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"race-1"', '"race-9"'));
    const revealing = revealDraw({ folder, race: 'race-1', out, now });
    await expect(revealing).rejects.toMatchObject({
      code: 'BANK_CORRUPT',
      message: expect.stringContaining('commitment'),
    });
    rmSync(path);
    await expect(revealDraw({ folder, race: 'race-1', out, now })).rejects.toThrow('is missing');
    const next = await commitDraw({ folder, race: 'race-2', size: 9, now });
    expect(next.lost).toEqual([{ race: 'race-1', reason: expect.stringContaining('is missing') }]);
  });

  it('a draw depends on the beacon, which is fixed once', async () => {
    const seed = sha256('seed');
    const lists = await Promise.all(
      ['one', 'two'].map(async (value) => {
        const own = `${folder}-${value}`;
        await growBank({ folder: own, problems: sampleProblems(27), now });
        await commitDraw({ folder: own, race: 'race-1', size: 9, seed, now });
        const draw = await fixDraw({ folder: own, race: 'race-1', beacon: { kind: 'given', value }, now });
        const again = await fixDraw({ folder: own, race: 'race-1', beacon: { kind: 'given', value: 'other' }, now });
        expect(again).toEqual(draw);
        rmSync(own, { recursive: true });
        return draw.problem_ids;
      }),
    );
    expect(lists[0]).not.toEqual(lists[1]);
  });

  it('the commitment covers query and answer key: a problem replaced under its id is detected', async () => {
    const { commitment } = await drawRace('race-1', 27);
    const honest = sampleProblems(27);
    const forged = honest.map((problem, place) =>
      place === 4 ? { ...problem, targets: [{ ...problem.targets[0]!, productId: 'mine' }] } : problem,
    );
    const secret = readFileSync(drawPath(folder, 'race-1'));
    // The operator rewrites the bank and its ledger, and restores the old secret.
    rmSync(folder, { recursive: true });
    await growBank({ folder, problems: forged, now });
    const event = { kind: 'draw-committed', race: 'race-1', commitment, size: 27 } as const;
    await changeBank(folder, now, async () => ({ events: [event], result: undefined }));
    mkdirSync(bankPaths(folder).draws);
    writeFileSync(drawPath(folder, 'race-1'), secret);
    const revealing = revealDraw({ folder, race: 'race-1', out, now });
    await expect(revealing).rejects.toThrow('Problem p5 of race race-1 was changed after the commitment');
    // Publishing it by hand does not help either.
    mkdirSync(dirname(out));
    writeFileSync(out, secret);
    const digests = new Map(forged.map((problem) => [problem.id, problemDigest(problem)]));
    expect(verifyDraw(out, { commitment }).findings).toEqual([]);
    expect(verifyDraw(out, { commitment, digests }).findings).toEqual([
      'problem p5: query or answer key does not match the commitment',
    ]);
    publish((draw) => ({
      ...draw,
      pool: draw.pool.map((entry) => ({ ...entry, digest: digests.get(entry.problem_id) })),
    }));
    expect(verifyDraw(out, { commitment, digests }).findings.join()).toContain(`committed was ${commitment}`);
  });

  it('a draw cancelled before its beacon is revealed with nothing drawn, permanently', async () => {
    const { commitment } = await commitDraw({ folder, race: 'race-1', size: 9, now });
    expect(await revealDraw({ folder, race: 'race-1', out, now })).toMatchObject({ beacon: null, problem_ids: [] });
    expect(verifyDraw(out, { commitment }).findings).toEqual([]);
    const late = fixDraw({ folder, race: 'race-1', beacon: BEACON, now });
    await expect(late).rejects.toMatchObject({ code: 'BANK_CONFLICT' });
    publish((draw) => ({ ...draw, problem_ids: [draw.pool[0]!.problem_id] }));
    expect(verifyDraw(out, { commitment }).findings).toEqual(['beacon: is missing, and problems were drawn']);
  });

  it('a draw in the early format is still read, revealed and verified', async () => {
    const seed = sha256('early');
    const pool = sampleProblems(27).map(({ id: problem_id, category, difficulty }) => ({
      problem_id,
      category,
      difficulty,
    }));
    const secret = { race: 'race-1', seed, pool, problem_ids: drawBalanced(pool, 9, seed) };
    const commitment = drawCommitment(secret);
    expect(commitment).toBe(sha256(canonicalJson(secret)));
    const event = { kind: 'draw-committed', race: 'race-1', commitment, size: 9 } as const;
    await changeBank(folder, now, async () => ({ events: [event], result: undefined }));
    mkdirSync(bankPaths(folder).draws);
    writeFileSync(drawPath(folder, 'race-1'), JSON.stringify({ ...secret, commitment }));
    expect(await fixDraw({ folder, race: 'race-1', beacon: BEACON, now })).not.toHaveProperty('beacon');
    expect(await revealDraw({ folder, race: 'race-1', out, now })).toEqual({ ...secret, commitment });
    const verified = verifyDraw(out, { commitment });
    expect(verified).toMatchObject({ findings: [], covers: [expect.stringContaining('older format')] });
    publish((draw) => ({ ...draw, problem_ids: draw.problem_ids.toReversed() }));
    expect(verifyDraw(out, { commitment }).findings.length).toBeGreaterThan(0);
  });

  it('publishing a draw never overwrites a file of the bank', async () => {
    await commitDraw({ folder, race: 'race-1', size: 3, now });
    const inside = revealDraw({ folder, race: 'race-1', out: join(folder, 'ledger.jsonl'), now });
    await expect(inside).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('is inside the bank folder'),
    });
  });

  it('refuses a race that was never drawn or whose name is not a file name', async () => {
    await expect(revealDraw({ folder, race: 'race-7', out, now })).rejects.toThrow('Race race-7 was never drawn');
    for (const race of ['../up', '', 'Race', 'a/b']) {
      await expect(commitDraw({ folder, race, size: 1, now })).rejects.toMatchObject({ code: 'USAGE' });
    }
  });
});
