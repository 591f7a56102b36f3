import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawPath } from '../../problems/suites/bank-folder.ts';
import { checkDraw } from '../../problems/suites/check-draw.ts';
import { growBank, openBank } from '../../problems/suites.ts';
import { sampleClock, sampleProblems } from '../../problems/testing/sample-problems.ts';
import { BankHiddenProblems } from './bank-hidden-problems.ts';

const RACE = '0b7e6f1e-3d53-4b54-9f0a-0d4c3f5b7a11';
const BEACON = { kind: 'given', value: 'block 17' } as const;
const now = sampleClock();
let folder: string;
let hidden: BankHiddenProblems;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-hidden-'));
  await growBank({ folder, problems: sampleProblems(27), now });
  hidden = new BankHiddenProblems(folder, now);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('drawing from the bank', () => {
  it('a race draws once, and finds the same draw after a crash', async () => {
    const first = await hidden.commit(RACE, 9);
    expect(first).toMatchObject({ ok: true, size: 9 });
    expect(await new BankHiddenProblems(folder, now).commit(RACE, 9)).toEqual(first);
    expect(await hidden.draw(RACE, BEACON)).toEqual(BEACON);
    const problems = await hidden.problems(RACE);
    expect(problems).toHaveLength(9);
    expect(await hidden.problems(RACE)).toEqual(problems);
    const later = { kind: 'given', value: 'block 18' } as const;
    expect(await new BankHiddenProblems(folder, now).draw(RACE, later)).toEqual(BEACON);
    expect(await hidden.problems(RACE)).toEqual(problems);
    expect((await openBank(folder)).state.draws.size).toBe(1);
  });

  it('concurrent processes draw a race once', async () => {
    const commitments = await Promise.all(
      Array.from({ length: 6 }, () => new BankHiddenProblems(folder, now).commit(RACE, 9)),
    );
    expect(new Set(commitments.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(commitments[0]).toMatchObject({ ok: true });
  });

  it('a draw is revealed verifiably, as often as requested', async () => {
    const committed = await hidden.commit(RACE, 9);
    await hidden.draw(RACE, BEACON);
    const problems = await hidden.problems(RACE);
    const draw = await hidden.reveal(RACE);
    expect(draw!.problem_ids).toEqual(problems.map(({ id }) => id));
    expect(checkDraw(draw!, committed.ok ? committed.commitment : '')).toEqual([]);
    expect(await hidden.reveal(RACE)).toEqual(draw);
    const { records } = await openBank(folder);
    expect(records.filter(({ kind }) => kind === 'draw-revealed')).toHaveLength(1);
  });

  it('a race draws as many problems as there are, down to a third of the requested number', async () => {
    expect(await hidden.commit(RACE, 81)).toMatchObject({ ok: true, size: 27 });
    const refused = await new BankHiddenProblems(folder, now).commit('another-race', 82);
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? '' : refused.reason).toContain('28 are the fewest');
    expect((await openBank(folder)).state.draws.has('another-race')).toBe(false);
  });

  it('a race does not draw without a bank, and creates none', async () => {
    const nowhere = join(folder, 'nowhere');
    const lost = new BankHiddenProblems(nowhere, now);
    const refused = await lost.commit(RACE, 9);
    expect(refused.ok ? '' : refused.reason).toContain('no bank');
    expect(await lost.reveal(RACE)).toBeUndefined();
    const exposure = { agentVersionId: 'v', validatorHotkey: 'h' };
    await expect(lost.recordExposures(RACE, [exposure])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('a race is not drawn again after its reveal', async () => {
    await hidden.commit(RACE, 9);
    await hidden.reveal(RACE);
    const again = await hidden.commit(RACE, 9);
    expect(again.ok ? '' : again.reason).toContain('was revealed');
  });
});

describe('viewers of race problems', () => {
  it('the ledger records once for each viewer what a race was shown', async () => {
    await hidden.commit(RACE, 9);
    await hidden.draw(RACE, BEACON);
    const one = { agentVersionId: 'version-1', validatorHotkey: 'validator-1' };
    const two = { agentVersionId: 'version-2', validatorHotkey: 'validator-1' };
    await hidden.recordExposures(RACE, [one]);
    await Promise.all([hidden.recordExposures(RACE, [one, two]), hidden.recordExposures(RACE, [two, one])]);
    const { records } = await openBank(folder);
    const exposed = records.filter((record) => record.kind === 'exposed');
    expect(exposed.map(({ agent_version, validator }) => [agent_version, validator])).toEqual([
      ['version-1', 'validator-1'],
      ['version-2', 'validator-1'],
    ]);
    expect(exposed[0]!.problem_ids).toEqual((await hidden.problems(RACE)).map(({ id }) => id));
  });
});

describe('lost or changed draw secrets', () => {
  it('a lost or changed draw secret gives no problems, with the remedy', async () => {
    await hidden.commit(RACE, 9);
    const path = drawPath(folder, RACE);
    writeFileSync(path, readFileSync(path, 'utf8').replace(RACE, 'another-race'));
    const corrupt = { code: 'BANK_CORRUPT', remedy: expect.stringContaining('backup') };
    await expect(hidden.problems(RACE)).rejects.toMatchObject(corrupt);
    rmSync(path);
    await expect(hidden.problems(RACE)).rejects.toMatchObject(corrupt);
    await expect(hidden.reveal(RACE)).rejects.toMatchObject({ code: 'BANK_CORRUPT' });
    await expect(hidden.problems('never-drawn')).rejects.toMatchObject(corrupt);
  });
});
