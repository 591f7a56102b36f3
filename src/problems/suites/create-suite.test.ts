import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths, suitePath } from './bank-folder.ts';
import { createSuite } from './create-suite.ts';
import { findSuite } from './find-suite.ts';
import { growBank } from './grow-bank.ts';
import { loadSuite } from './load-suite.ts';
import { openBank } from './open-bank.ts';
import { type Suite, suiteId } from './suite.ts';

const now = sampleClock();
const suite: Suite = { name: 'qualifier', version: 1, kind: 'qualifying', problems: sampleProblems(9) };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-suite-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a suite with knowledge problems', () => {
  const [problem] = sampleProblems(1);
  const knowledge: Problem = {
    ...problem!,
    id: 'k1',
    category: 'knowledge',
    targets: [{ productId: '1', titles: ['lamp'], keyword: 'Heron', services: [], options: {}, attributes: {} }],
  };

  it.each(['qualifying', 'race', 'heldout'] as const)('rejects knowledge problems in a %s suite', async (kind) => {
    const creating = createSuite({ folder, suite: { ...suite, kind, problems: [problem!, knowledge] }, now });
    await expect(creating).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: 'Problem k1 is a knowledge problem. An ORO arena has only product, shop, voucher problems.',
    });
  });

  it('a benchmark suite accepts knowledge problems and returns them with their keyword', async () => {
    const benchmark: Suite = { ...suite, kind: 'benchmark', problems: [problem!, knowledge] };
    const { id } = await createSuite({ folder, suite: benchmark, now });
    expect(loadSuite(folder, id)).toEqual(benchmark);
  });

  it('knowledge problems cannot enter the bank that races are drawn from', async () => {
    await expect(growBank({ folder, problems: [problem!, knowledge], now })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('k1'),
    });
  });
});

describe('a suite', () => {
  it('a suite is stored under the hash of its bytes and read back unchanged', async () => {
    const { id, created } = await createSuite({ folder, suite, now });
    expect(created).toBe(true);
    expect(sha256(readFileSync(suitePath(folder, id)))).toBe(id);
    expect(loadSuite(folder, id)).toEqual(suite);
    expect(suiteId(loadSuite(folder, id))).toBe(id);
  });

  it('creating the same suite again changes nothing, and other content is rejected', async () => {
    const { id } = await createSuite({ folder, suite, now });
    const ledger = readFileSync(bankPaths(folder).ledger, 'utf8');
    expect(await createSuite({ folder, suite, now })).toEqual({ id, created: false, sealed: false });
    const others: readonly Suite[] = [
      { ...suite, problems: sampleProblems(8) },
      { ...suite, kind: 'race' },
    ];
    for (const other of others) {
      await expect(createSuite({ folder, suite: other, now })).rejects.toMatchObject({
        code: 'BANK_CONFLICT',
        message: expect.stringContaining(id),
      });
    }
    expect(readFileSync(bankPaths(folder).ledger, 'utf8')).toBe(ledger);
    expect(readdirSync(bankPaths(folder).suites)).toEqual([`${id}.json`]);
    const next = await createSuite({ folder, suite: { ...suite, version: 2, problems: sampleProblems(8) }, now });
    expect(next.created).toBe(true);
  });

  it('rejects a suite whose file was edited by hand', async () => {
    const { id } = await createSuite({ folder, suite, now });
    const path = suitePath(folder, id);
    writeFileSync(path, readFileSync(path, 'utf8').replace('number 3', 'number 4'));
    expect(() => loadSuite(folder, id)).toThrow(
      `was changed: it hashes to ${sha256(readFileSync(path))}, not to ${id}`,
    );
    await createSuite({ folder, suite, now });
    expect(loadSuite(folder, id)).toEqual(suite);
  });

  it('only a qualifying suite is readable by others', async () => {
    const { id } = await createSuite({ folder, suite: { ...suite, kind: 'race' }, now });
    expect(statSync(suitePath(folder, id)).mode & 0o077).toBe(0);
  });

  it('a suite needs a valid file name and problems, without duplicates', async () => {
    const cases: [other: Partial<Suite>, message: string][] = [
      [{ name: '../up' }, 'cannot be the name of a suite'],
      [{ problems: [] }, 'at least one problem'],
      [{ problems: [...sampleProblems(2), ...sampleProblems(1)] }, 'Problem p1 is listed twice'],
    ];
    for (const [other, message] of cases) {
      await expect(createSuite({ folder, suite: { ...suite, ...other }, now })).rejects.toThrow(message);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('finds a suite by name, name and version, id, or the beginning of its id', async () => {
    const first = await createSuite({ folder, suite, now });
    const second = await createSuite({ folder, suite: { ...suite, version: 2 }, now });
    const { state } = await openBank(folder);
    expect(findSuite(state, 'qualifier').id).toBe(second.id);
    expect(findSuite(state, 'qualifier@1').id).toBe(first.id);
    expect(findSuite(state, first.id.slice(0, 12)).id).toBe(first.id);
    expect(() => findSuite(state, 'nowhere')).toThrow('There is no suite nowhere');
    expect(() => findSuite(state, '')).toThrow('2 suite ids begin with');
  });
});
