import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { MarketIndex } from '../../market/market-index.ts';
import { GENERATOR_VERSION } from '../../market/marketplace.ts';
import { auditSets, findClusters, questionOf } from '../../problems/clusters.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { assertSuiteGate, createSuite } from '../../problems/suites.ts';
import { sampleClock, sampleProblems } from '../../problems/testing/sample-problems.ts';
import { writeProblems } from '../../problems/write-problems.ts';
import { heldOutName } from '../sealed/known-held-out.ts';
import { bankTraining } from './bank-training.ts';
import { type EvaluationSuite, suiteDigest } from './evaluation-suite.ts';
import { openSuite } from './open-suite.ts';
import { requireGenerator, requireMarket } from './require-market.ts';
import { requireNoLeak } from './require-no-leak.ts';
import { readSuiteManifest } from './suite-manifest.ts';

const SUITES = fileURLToPath(new URL('../../../suites/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-suites-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = (name: string) => openSuite(join(SUITES, name), folder);

describe('the shipped suites', () => {
  it('the shipped suites follow the 75-problem protocol: 28 product, 24 shop, 23 voucher, each its own cluster', async () => {
    const { problems, kind, market } = await shipped('heldout-75');
    expect(kind).toBe('heldout');
    expect(market).toEqual({ products: 50_000, seed: 7, generator: GENERATOR_VERSION });
    const counts = ['product', 'shop', 'voucher'].map(
      (name) => problems.filter(({ category }) => category === name).length,
    );
    expect(counts).toEqual([28, 24, 23]);
    expect(findClusters(problems.map(questionOf)).clusters).toHaveLength(75);
  });

  it('the shipped suites share neither product nor leak cluster', { tags: 'slow' }, async () => {
    const sets = await Promise.all(['heldout-75', 'dev-75', 'dev-400', 'train-300'].map((name) => shipped(name)));
    expect(auditSets(sets)).toMatchObject({ crossings: [], sharedProducts: [] });
    for (const { name, problems } of sets) {
      const manifest = readSuiteManifest(join(SUITES, name, 'manifest.json'));
      expect(manifest.problem_ids).toEqual(problems.map(({ id }) => id));
      for (const other of sets) {
        const guarded = manifest.guarded_against.find((each) => each.name === other.name);
        if (other.name !== name) expect(guarded?.digest).toBe(suiteDigest(other.problems));
      }
    }
  });

  it('recognises shipped suites in any file, and rejects changed ones', async () => {
    const { problems } = await shipped('heldout-75');
    expect(heldOutName([problems[3]!.id], [])).toBe('heldout-75');
    for (const file of ['manifest.json', 'problems.jsonl'])
      copyFileSync(join(SUITES, 'heldout-75', file), join(folder, file));
    const text = readFileSync(join(folder, 'problems.jsonl'), 'utf8');
    writeFileSync(join(folder, 'problems.jsonl'), text.replace('"difficulty":"hard"', '"difficulty":"easy"'));
    await expect(openSuite(folder, folder)).rejects.toThrow(/not the file its manifest describes/);
  });

  it('the shipped suites need an agent: policies without a model stay below the gate, an able solver is far above', async () => {
    for (const name of ['heldout-75', 'dev-75', 'dev-400', 'train-300']) {
      const { problems } = await shipped(name);
      expect(() => assertSuiteGate(problems), name).not.toThrow();
      const solved = problems.filter(({ measure }) => measure!.expert).length;
      expect(solved / problems.length, name).toBeGreaterThan(0.75);
      const steps = problems.filter(({ measure }) => measure!.steps!.length > 0);
      expect(steps.length / problems.length, name).toBeGreaterThan(0.25);
    }
  });

  it('the first version of the shipped suites stays readable', async () => {
    for (const name of ['heldout-75', 'dev-75', 'train-300']) {
      const suite = await shipped(join('v1', name));
      expect(suite.market).toMatchObject({ generator: 1 });
      expect(heldOutName([suite.problems[0]!.id], [])).toBe(name === 'heldout-75' ? name : undefined);
    }
  });

  it('a suite is checked for leaks against its neighbours before a run', async () => {
    const suite = await shipped('heldout-75');
    expect(suite.training.map((file) => file.split('/').at(-2))).toEqual(['dev-400', 'dev-75', 'train-300']);
    expect(await requireNoLeak(suite, [])).toHaveLength(3);
    await expect(requireNoLeak(suite, [join(SUITES, 'heldout-75')])).rejects.toThrow(/75 of 75 problems/);
  });
});

describe('the market of a suite', () => {
  const market = { products: 500, seed: 3, generator: GENERATOR_VERSION };
  const suite: EvaluationSuite = { name: 'small', kind: 'dev', problems: [], market, training: [] };
  const holds = (manifest: object) => ({ manifest: { products: 500, ...manifest } }) as MarketIndex;

  it('a suite uses the market with its size, seed and generator', () => {
    const source = { kind: 'synthetic', seed: 3, generator: GENERATOR_VERSION };
    expect(() => requireMarket(suite, holds({ source }), 'here')).not.toThrow();
    const another = holds({ source: { ...source, seed: 4 } });
    expect(() => requireMarket(suite, another, 'here')).toThrow(/here holds another/);
  });

  it('the market of a suite for another generator cannot be built, but an existing one can be used', () => {
    const generator = GENERATOR_VERSION - 1;
    const old = { ...suite, market: { ...market, generator } };
    const fault = { code: 'INPUT_INVALID', remedy: expect.stringMatching(/suite made for generator .*--market/) };
    expect(catching(() => requireGenerator(old))).toMatchObject(fault);
    const current = holds({ source: { kind: 'synthetic', seed: 3, generator: GENERATOR_VERSION } });
    expect(catching(() => requireMarket(old, current, 'here'))).toMatchObject(fault);
    expect(() =>
      requireMarket(old, holds({ source: { kind: 'synthetic', seed: 3, generator } }), 'here'),
    ).not.toThrow();
    expect(() => requireGenerator(suite)).not.toThrow();
  });
});

function catching(action: () => void): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('leak detection', () => {
  const problems = sampleProblems(30, 'held');
  const suite: EvaluationSuite = { name: 'held', kind: 'heldout', problems, market: null, training: [] };

  it('detects a leaked problem, verbatim and disguised', async () => {
    const clean = join(folder, 'clean.jsonl');
    await writeProblems(clean, sampleProblems(30, 'trained'));
    expect(await requireNoLeak(suite, [clean])).toEqual([`${basename(folder)}/clean.jsonl`]);
    const leaked = join(folder, 'leaked.jsonl');
    const disguised = { ...problems[4]!, id: 'innocent', query: problems[4]!.query.split(' ').reverse().join(' ') };
    await writeProblems(leaked, [...sampleProblems(30, 'trained'), disguised]);
    await expect(requireNoLeak(suite, [clean, leaked])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/^1 of 30 problems of held leak.*held5 is innocent/),
    });
  });

  it('detects a leaked trace by its text alone, and ignores an unreadable line', async () => {
    const traces = join(folder, 'sft.jsonl');
    const trace = {
      messages: [
        { role: 'system', content: 'Shop.' },
        { role: 'user', content: problems[7]!.query.toUpperCase() },
      ],
    };
    writeFileSync(traces, `${JSON.stringify(trace)}\n${JSON.stringify(trace)}\n`);
    await expect(requireNoLeak(suite, [traces])).rejects.toThrow(/held8/);
    writeFileSync(traces, '{"text":"I was a conversation once"}\n');
    await expect(requireNoLeak(suite, [traces])).rejects.toThrow(/line 1 is neither a problem nor a trace/);
  });
});

describe('openSuite', () => {
  it('openSuite opens a sealed set of a bank as held-out, and rejects a race suite', async () => {
    const bank = join(folder, 'bank');
    const now = sampleClock();
    const kinds = { sealed: 'heldout', open: 'qualifying', contest: 'race' } as const;
    for (const [name, kind] of Object.entries(kinds)) {
      const suite = { name, version: 1, kind, problems: sampleProblems(3, name) };
      await createSuite({ folder: bank, suite, sealed: kind === 'heldout', now });
    }
    expect(await openSuite('sealed', bank)).toMatchObject({ name: 'sealed@1', kind: 'heldout' });
    expect(await openSuite('open', bank)).toMatchObject({ name: 'open@1', kind: 'dev' });
    await expect(openSuite('contest', bank)).rejects.toMatchObject({ code: 'PROBLEM_SEALED' });
    const met = await bankTraining(bank);
    expect(met.map(({ name }) => name)).toEqual(['open@1', 'contest@1']);
    expect(await requireNoLeak(await openSuite('sealed', bank), [], met)).toHaveLength(2);
    const leaky = { ...(await openSuite('sealed', bank)), problems: sampleProblems(3, 'contest') };
    await expect(requireNoLeak(leaky, [], met)).rejects.toThrow(/of contest@1/);
    expect(await bankTraining(join(folder, 'no-bank'))).toEqual([]);
  });

  it('openSuite opens a problem file as a dev suite, and reports a missing one', async () => {
    const file = join(folder, 'mine.jsonl');
    await writeProblems(file, sampleProblems(5));
    expect(await openSuite(file, folder)).toMatchObject({ name: 'mine', kind: 'dev', market: null });
    expect(suiteDigest(await readProblemFile(file))).toBe(suiteDigest([...sampleProblems(5)].reverse()));
    await expect(openSuite('nowhere', join(folder, 'no-bank'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
