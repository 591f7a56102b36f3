import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleClock, sampleProblems } from '../../problems/testing/sample-problems.ts';
import { checkPlan, type PlannedRun } from './check-plan.ts';
import { readPlan } from './evaluation-plan.ts';
import { heldOutName } from './known-held-out.ts';
import { recordOpening, requireOpenable, type SealedOpening } from './open-sealed.ts';
import { changeOpenings, readOpenings } from './opening-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const problems = sampleProblems(6);
let looks = 0;

function look(ledger: string, checkpoint: string, rest: Partial<SealedOpening> = {}): SealedOpening {
  return {
    ledger: join(folder, ledger, 'ledger.jsonl'),
    suite: { name: 'final', kind: 'heldout', problems, market: null, training: [] },
    runId: `00000000-0000-4000-8000-${String(++looks).padStart(12, '0')}`,
    problemIds: problems.map(({ id }) => id),
    line: 'student',
    checkpoint,
    purpose: 'report',
    plan: null,
    who: 'ada',
    burn: false,
    now: sampleClock(),
    ...rest,
  };
}

async function open(each: SealedOpening) {
  const history = requireOpenable(each);
  await recordOpening(each);
  return history;
}

describe('a held-out suite', () => {
  it('opening a held-out suite records who, what and when, once per run', async () => {
    const first = look('entry', 'step-100');
    expect(await open(first)).toEqual({ looks: 0, others: [], burned: false });
    await recordOpening(first);
    const records = readOpenings(first.ledger);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ kind: 'opened', who: 'ada', checkpoint: 'step-100', time: expect.any(String) });
    expect(JSON.stringify(records)).not.toContain(problems[0]!.query);
    expect(await open(look('entry', 'step-100'))).toMatchObject({ looks: 1 });
  });

  it('a held-out suite stays closed to model selection unless --allow-heldout-selection is given, which is recorded permanently', async () => {
    expect(() => requireOpenable(look('choose', 'step-100', { purpose: 'choose' }))).toThrow(/would be selected on it/);
    await open(look('choose', 'step-100'));
    const second = look('choose', 'step-200');
    expect(() => requireOpenable(second)).toThrow(/step-100 of the same experiment was measured on it before/);
    expect(() => requireOpenable(second)).toThrow(expect.objectContaining({ code: 'PROBLEM_SEALED' }));
    await expect(recordOpening(second)).rejects.toMatchObject({ code: 'PROBLEM_SEALED' });
    expect(await open(look('choose', 'step-200', { burn: true }))).toMatchObject({ burned: true });
    expect(requireOpenable(look('choose', 'other', { line: 'another' }))).toMatchObject({ burned: true });
    expect(readOpenings(second.ledger).map(({ kind }) => kind)).toEqual(['opened', 'burned', 'opened']);
  });

  it('recognises a held-out suite with one problem less and under another name', async () => {
    await open(look('cut', 'step-100'));
    const cut = { suite: { ...look('cut', 'x').suite, name: 'fresh', problems: problems.slice(1) } };
    const ids = problems.slice(1).map(({ id }) => id);
    expect(() => requireOpenable(look('cut', 'step-200', { ...cut, problemIds: ids }))).toThrow(/same experiment/);
    expect(heldOutName([ids[0]!], readOpenings(look('cut', 'x').ledger))).toBe('final');
    expect(heldOutName(['unheard of'], [])).toBeUndefined();
  });

  it('a held-out suite opens for several checkpoints that a plan named before the first look', async () => {
    const plan = { hash: 'c'.repeat(64), checkpoints: ['step-100', 'step-200'] };
    await open(look('plan', 'step-100', { plan }));
    expect(await open(look('plan', 'step-200', { plan }))).toMatchObject({ others: ['step-100'], burned: false });
    expect(() => requireOpenable(look('plan', 'step-300', { plan }))).toThrow(/same experiment/);
    const later = { hash: 'd'.repeat(64), checkpoints: ['step-100', 'step-200', 'step-300'] };
    expect(() => requireOpenable(look('plan', 'step-300', { plan: later }))).toThrow(/same experiment/);
  });

  it('the opening ledger detects an edited or dropped line', async () => {
    const each = look('edited', 'step-100');
    await open(each);
    await open(look('edited', 'step-100'));
    const text = readFileSync(each.ledger, 'utf8');
    writeFileSync(each.ledger, text.replace('ada', 'eve'));
    expect(() => readOpenings(each.ledger)).toThrow(/line 1 was edited/);
    writeFileSync(each.ledger, text.split('\n').slice(1).join('\n'));
    expect(() => readOpenings(each.ledger)).toThrow(/line 1 has sequence 2/);
    writeFileSync(each.ledger, text.slice(0, -10));
    await expect(
      changeOpenings(
        each.ledger,
        () => new Date(),
        () => [],
      ),
    ).rejects.toMatchObject({
      code: 'EVIDENCE_CORRUPT',
    });
  });
});

describe('a plan', () => {
  const plan = {
    version: 1,
    suite: 'heldout-75',
    models: [{ label: 'sft', checkpoint: 'step-100' }, { label: 'kto' }],
    comparisons: [['kto', 'sft']],
    k: 8,
    seeds: [1],
    temperature: 0.9,
    harness: 7,
    stop_rule: 'when every episode is measured',
  };
  const path = join(folder, 'plan.json');
  const write = (value: unknown) => writeFileSync(path, JSON.stringify(value));
  const run = (label: string, rest: Partial<PlannedRun> = {}): PlannedRun => ({
    label,
    checkpoint: label === 'sft' ? 'step-100' : 'kto',
    suite: 'heldout-75',
    k: 8,
    seed: 1,
    temperature: 0.9,
    harness: 7,
    plan: readPlan(path).hash,
    complete: true,
    ...rest,
  });

  it('the hash of a plan covers its content, not its formatting', () => {
    write(plan);
    const { hash } = readPlan(path);
    writeFileSync(path, JSON.stringify({ ...plan, k: 8 }, null, 4));
    expect(readPlan(path).hash).toBe(hash);
    write({ ...plan, k: 16 });
    expect(readPlan(path).hash).not.toBe(hash);
  });

  it('a run follows its plan, or every deviation is named', () => {
    write(plan);
    expect(checkPlan(readPlan(path), [run('sft'), run('kto')])).toEqual([]);
    expect(
      checkPlan(readPlan(path), [run('sft', { k: 4, seed: 9, complete: false }), run('dpo', { plan: null })]),
    ).toEqual([
      'sft: k is 4, planned was 8',
      'sft: seed 9 is not among those planned',
      'sft: is not complete, so the stop rule was not followed',
      'dpo: was not started under a plan',
      'dpo: dpo is not a model of the plan',
      'kto: was planned, but has no run',
    ]);
    const before = run('sft');
    write({ ...plan, comparisons: [] });
    expect(checkPlan(readPlan(path), [before, run('kto')])[0]).toMatch(/under another plan/);
  });

  it.each([
    ['no JSON', '{'],
    ['an unknown field', JSON.stringify({ ...plan, alpha: 1 })],
    ['a comparison with a stranger', JSON.stringify({ ...plan, comparisons: [['sft', 'gpt']] })],
    ['a label twice', JSON.stringify({ ...plan, models: [{ label: 'sft' }, { label: 'sft' }], comparisons: [] })],
  ])('rejects an invalid plan: %s', (_, text) => {
    writeFileSync(path, text);
    expect(() => readPlan(path)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
