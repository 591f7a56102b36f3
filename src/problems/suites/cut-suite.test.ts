import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { racesLeftIn, readSupply } from './bank-supply.ts';
import { commitDraw } from './commit-draw.ts';
import { type CutSuite, cutSuite } from './cut-suite.ts';
import { foldExposure } from './exposure.ts';
import { fixDraw } from './fix-draw.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { racesLeft } from './races-left.ts';
import { retireExhausted } from './retire-exhausted.ts';
import { retirementsIn, retireProblems } from './retire-problems.ts';
import { revealDraw } from './reveal-draw.ts';

const now = sampleClock();
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-rotation-'));
  await growBank({ folder, problems: sampleProblems(27), now });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-public`, { recursive: true, force: true });
});

async function draw(race: string, size: number): Promise<readonly string[]> {
  await commitDraw({ folder, race, size, now });
  return (await fixDraw({ folder, race, beacon: { kind: 'given', value: 'block 17' }, now })).problem_ids;
}

async function reveal(race: string): Promise<void> {
  await revealDraw({ folder, race, out: join(`${folder}-public`, 'draw.json'), now });
}

const cut = (size: number, keepRaces = 1): Promise<CutSuite> =>
  cutSuite({ folder, name: 'rotation', size, raceProblems: 9, keepRaces, now });

const idsOf = (made: CutSuite): readonly string[] => (made.ok ? made.suite.problems.map(({ id }) => id) : []);

const supply = async () => await readSupply(await openBank(folder));

describe('racesLeft', () => {
  const supplyOf = (draws: readonly number[], resting = 0) => draws.map((each) => ({ draws: each, resting }));

  it('counts the races left in which no problem is drawn twice', () => {
    expect(racesLeft(supplyOf([3, 3, 3]), 3)).toBe(3);
    expect(racesLeft(supplyOf([3, 3, 3]), 2)).toBe(4);
    expect(racesLeft(supplyOf([9, 1, 1]), 2)).toBe(2);
    expect(racesLeft(supplyOf([9]), 2)).toBe(0);
    expect(racesLeft(supplyOf([]), 1)).toBe(0);
  });

  it('the count of races left includes problems that rest between two draws', () => {
    expect(racesLeft(supplyOf([3, 3, 3, 3]), 2, 1)).toBe(6);
    expect(racesLeft(supplyOf([3, 3, 3]), 2, 1)).toBe(1);
    expect(racesLeft(supplyOf([3, 3, 3, 3], 1), 2, 1)).toBe(0);
    expect(racesLeft([...supplyOf([3, 3], 1), ...supplyOf([3, 3])], 2, 1)).toBe(6);
  });
});

describe('retireExhausted', () => {
  it('retires problems drawn as often as allowed, once the draw is public', async () => {
    const drawn = await draw('race-1', 9);
    const exhaust = () => retireExhausted({ folder, restRaces: 0, retireAfterDraws: 1, now });
    expect(await exhaust()).toEqual([]);
    // The ids of a running race must not be disclosed.
    expect(retirementsIn((await openBank(folder)).records)).toEqual([]);
    await reveal('race-1');
    expect((await exhaust()).toSorted()).toEqual(drawn.toSorted());
    expect(await exhaust()).toEqual([]);
    const { records } = await openBank(folder);
    expect(retirementsIn(records)).toHaveLength(9);
    expect(retirementsIn(records)[0]).toMatchObject({ by: 'arena', reason: 'Drawn 1 times.' });
    expect(records.filter(({ kind }) => kind === 'policy-set')).toHaveLength(1);
    // Every reader of the ledger uses the policy that the arena has set.
    expect([...foldExposure(records).values()].filter(({ retiredAt }) => retiredAt !== undefined)).toHaveLength(9);
    expect(await supply()).toMatchObject({ problems: 27, drawable: { length: 18 }, spent: { length: 9 } });
  });
});

describe('cutSuite', () => {
  it('a suite cut takes problems used up by races first, and leaves the rest of the bank', async () => {
    const drawn = await draw('race-1', 9);
    await reveal('race-1');
    await retireExhausted({ folder, restRaces: 0, retireAfterDraws: 1, now });
    const made = await cut(6);
    expect(made).toMatchObject({ ok: true, suite: { name: 'rotation', version: 1, kind: 'qualifying' } });
    expect(drawn).toEqual(expect.arrayContaining([...idsOf(made)]));
    expect((await supply()).drawable).toHaveLength(18);
    const next = await cut(6);
    expect(next).toMatchObject({ ok: true, suite: { version: 2 } });
    expect(idsOf(next).filter((id) => idsOf(made).includes(id))).toEqual([]);
    expect(idsOf(next).filter((id) => drawn.includes(id))).toHaveLength(3);
    expect((await supply()).drawable).toHaveLength(15);
  });

  it('a suite cut retires hidden variants of what becomes public', async () => {
    const twin = { ...sampleProblems(1)[0]!, id: 'twin' };
    await growBank({ folder, problems: [twin], now });
    await retireProblems({
      folder,
      problemIds: sampleProblems(27)
        .slice(1)
        .map(({ id }) => id),
      reason: 'x',
      now,
    });
    const made = await cut(1, 0);
    expect(idsOf(made)).toHaveLength(1);
    expect((await supply()).drawable).toEqual([]);
  });

  it('a suite cut takes no problem that was retired for a fault or is in a committed draw', async () => {
    const drawn = await draw('race-1', 9);
    const faulty = sampleProblems(27)
      .map(({ id }) => id)
      .filter((id) => !drawn.includes(id))
      .slice(0, 9);
    await retireProblems({ folder, problemIds: faulty, reason: 'wrong answer', now });
    const made = await cut(9, 0);
    expect(idsOf(made)).toHaveLength(9);
    expect(idsOf(made).filter((id) => drawn.includes(id) || faulty.includes(id))).toEqual([]);
    expect(await cut(1, 0)).toMatchObject({ ok: false, reason: expect.stringContaining('0 of the 1 problems') });
  });

  it('a suite cut refuses to use problems that races need', async () => {
    expect(racesLeftIn(await supply(), 9)).toBe(9);
    expect(await cut(9, 7)).toEqual({
      ok: false,
      reason: expect.stringContaining('would leave hidden problems for 6 races; 7 are to be kept'),
    });
    expect((await supply()).drawable).toHaveLength(27);
    expect((await openBank(folder)).state.suites.size).toBe(0);
  });
});
