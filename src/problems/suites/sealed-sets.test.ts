import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Problem } from '../problem.ts';
import { problemToWire } from '../problem-wire.ts';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths } from './bank-folder.ts';
import { changeBank } from './change-bank.ts';
import { commitDraw } from './commit-draw.ts';
import { type CreatedSuite, createSuite } from './create-suite.ts';
import { growBank } from './grow-bank.ts';
import type { SuiteKind } from './ledger-event.ts';
import { openBank } from './open-bank.ts';
import { assertServable } from './servable.ts';

const now = sampleClock();
const held = sampleProblems(6, 'held');
const open = sampleProblems(12);
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sealed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function suite(name: string, kind: SuiteKind, problems: readonly Problem[], sealed = false): Promise<CreatedSuite> {
  return createSuite({ folder, suite: { name, version: 1, kind, problems }, sealed, now });
}

const isSealed = { code: 'PROBLEM_SEALED', message: expect.stringContaining('held3') };

describe('a sealed set', () => {
  it('a sealed problem is never served to a contestant', async () => {
    await suite('vault', 'heldout', held, true);
    await growBank({ folder, problems: open, now });
    const { state } = await openBank(folder);
    expect(() => assertServable(['p1', 'held3'], state)).toThrow('held3 belongs to the sealed set vault');
    assertServable(['p1', 'p2'], state);
  });

  it('a sealed problem cannot be added to the bank or an open suite', async () => {
    await suite('vault', 'heldout', held, true);
    await expect(growBank({ folder, problems: [open[0]!, held[2]!], now })).rejects.toMatchObject(isSealed);
    await expect(suite('qualifier', 'qualifying', [open[0]!, held[2]!])).rejects.toMatchObject(isSealed);
    await expect(suite('grand', 'race', [open[0]!, held[2]!])).rejects.toMatchObject(isSealed);
    expect((await openBank(folder)).records.map((record) => record.kind)).toEqual(['suite-created', 'set-sealed']);
  });

  it('recognises a sealed problem under another id and in other words, from both sides', async () => {
    const copy = { ...held[0]!, id: 'copy' };
    const reworded = { ...held[0]!, id: 'reworded', query: held[0]!.query.toUpperCase(), targets: open[0]!.targets };
    await suite('vault', 'heldout', held, true);
    for (const problem of [copy, reworded]) {
      await expect(growBank({ folder, problems: [problem], now })).rejects.toMatchObject({ code: 'PROBLEM_SEALED' });
      await expect(suite('qualifier', 'qualifying', [problem])).rejects.toThrow(/variant of the sealed problem held1/);
    }
    await growBank({ folder, problems: open, now });
    await expect(suite('late', 'heldout', [{ ...open[3]!, id: 'late' }], true)).rejects.toThrow(
      /variant of the sealed/,
    );
  });

  it('a sealed problem cannot be drawn, even if written into the bank file', async () => {
    await suite('vault', 'heldout', held, true);
    await growBank({ folder, problems: open, now });
    const { bank } = bankPaths(folder);
    const smuggled = held.map((problem) => `${canonicalJson(problemToWire(problem))}\n`).join('');
    writeFileSync(bank, readFileSync(bank, 'utf8') + smuggled);
    expect(await commitDraw({ folder, race: 'race-1', size: 12, now })).toMatchObject({ poolSize: 12 });
    await expect(commitDraw({ folder, race: 'race-2', size: 13, now })).rejects.toThrow('pool of 12');
  });

  it('a set that contestants may have met cannot be sealed', async () => {
    await growBank({ folder, problems: [held[0]!], now });
    await suite('qualifier', 'qualifying', [held[1]!]);
    await suite('practice', 'heldout', [held[2]!]);
    const seen = { race: 'trial', problem_ids: ['held3'], agent_version: 'a1', validator: 'v1' };
    await changeBank(folder, now, async () => ({ events: [{ kind: 'exposed', ...seen }], result: undefined }));
    const cases: [problem: Problem, message: string][] = [
      [held[0]!, 'held1 cannot be sealed: it is in the race bank'],
      [held[1]!, 'held2 cannot be sealed: it is in the suite qualifier'],
      [held[2]!, 'held3 cannot be sealed: it has been shown to an agent'],
    ];
    for (const [problem, message] of cases) {
      await expect(suite('vault', 'heldout', [held[5]!, problem], true)).rejects.toThrow(message);
    }
    await suite('vault', 'heldout', held.slice(3), true);
  });

  it('a sealed set is held out, and there are at most three', async () => {
    await expect(suite('vault', 'qualifying', held, true)).rejects.toMatchObject({ code: 'USAGE' });
    for (const [place, problem] of held.slice(0, 3).entries()) {
      expect(await suite(`vault-${place}`, 'heldout', [problem], true)).toMatchObject({ sealed: true });
    }
    await expect(suite('vault-4', 'heldout', held.slice(3), true)).rejects.toThrow('already 3 sealed sets');
  });

  it('a suite may be sealed after its creation, and sealing it again changes nothing', async () => {
    expect(await suite('vault', 'heldout', held)).toMatchObject({ created: true, sealed: false });
    expect(await suite('vault', 'heldout', held, true)).toMatchObject({ created: false, sealed: true });
    expect(await suite('vault', 'heldout', held, true)).toMatchObject({ created: false, sealed: true });
    expect(await suite('vault', 'heldout', held)).toMatchObject({ created: false, sealed: true });
    expect((await openBank(folder)).records.map((record) => record.kind)).toEqual(['suite-created', 'set-sealed']);
  });
});
