import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import { scaled } from '../../testing/scaled.ts';
import { auditReport } from './audit-report.ts';
import { readLabelledAgents } from './labelled-agents.ts';
import { type LabelledAttempt, runLabelled } from './run-labelled.ts';

/** One agent of each kind; `assay corpus audit` runs all of them on more problems. */
const AGENTS = ['two_pages', 'python_calls', 'echo_launderer', 'base64_launderer', 'deaf_showman', 'script_picks'];

let folder: string;
let attempts: readonly LabelledAttempt[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  await sharedMarket({ products: 2_000, seed: 5, folder: join(folder, 'market') });
  const path = indexPath(join(folder, 'market'));
  const index = MarketIndex.open(path);
  const search = EmbeddedSearch.open(path);
  const mix = { product: 1, shop: 0, voucher: 0 };
  const problems = await Array.fromAsync(synthesiseProblems({ index, count: 2, mix, seed: 3, threads: 1 }));
  const sandbox = await chooseSandbox({ unsafe: false, driver: 'python' });
  const agents = readLabelledAgents().filter(({ name }) => AGENTS.includes(name));
  attempts = await runLabelled({
    agents,
    problems,
    probeProblems: [],
    search,
    sandbox,
    data: join(folder, 'data'),
    workers: 2,
  });
  await sandbox.close();
  await search.close();
  index.close();
}, scaled(60_000));

afterAll(() => rmSync(folder, { recursive: true }));

describe('the audit', () => {
  it('the audit distinguishes agents of known source in the real sandbox', () => {
    const report = auditReport(attempts);
    expect(report.attempts).toBe(2 * AGENTS.length);
    expect(report.misjudged).toEqual([]);
    expect(report.together).toMatchObject({ precision: { hits: 4, of: 4, rate: 1 }, recall: { hits: 4, of: 4 } });
    expect(report.together.precision.interval.low).toBeLessThan(0.6);
    const verdicts = new Map(report.agents.map((each) => [each.agent, [each.agentic, each.mixed, each.scripted]]));
    expect(verdicts.get('echo_launderer')).toEqual([0, 0, 2]);
    expect(verdicts.get('script_picks')).toEqual([0, 2, 0]);
  });

  it('the audit report shows misjudged agents', () => {
    const turned = attempts.map((each) =>
      each.agent === 'two_pages' ? { ...each, label: 'scripted' as const } : each,
    );
    const report = auditReport(turned);
    expect(report.together.precision).toMatchObject({ hits: 2, of: 4, rate: 0.5 });
    expect(report.misjudged.map(({ agent }) => agent)).toEqual(['two_pages', 'two_pages']);
  });

  it('the audit has a label and a reason for at least ten agents and every example', () => {
    const agents = readLabelledAgents();
    expect(agents.filter(({ because }) => because === '')).toEqual([]);
    expect(new Set(agents.map(({ name }) => name)).size).toBe(agents.length);
    expect(agents.length).toBeGreaterThan(24);
  });
});
