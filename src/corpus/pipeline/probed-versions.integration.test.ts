import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMarket } from '../../market/build-market.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../../simulated/simulated-inference.ts';
import { scaled } from '../../testing/scaled.ts';
import { ownEvidence, tryAgent } from '../../validator/try-agent.ts';
import { changeConfig } from '../filter/change-config.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { filterAttempts } from './filter-attempts.ts';

const VOCABULARY = ['vase', 'sofa', 'carpet', 'mirror', 'curtain', 'blanket', 'pillow', 'kettle', 'bicycle', 'guitar'];
const PROBLEMS = 3;
/** Most changes affect no search, and two that do are needed. */
const PROBES = 6;

const NATIVE = readFileSync(new URL('../../../agents/native_tools.py', import.meta.url), 'utf8');

/** The model decides everything, but the harness rewords each search, so that no call matches the model's text. */
const REWORDING = `${replaced(NATIVE, 'call.run() if', 'reworded(call).run() if')}

def reworded(call):
    if "q" in call.parameters:
        call.parameters["q"] = "best " + " ".join(reversed(str(call.parameters["q"]).split()))
    return call
`;

/** The model is called as usual, but whatever it searches for, the program searches for all words of the request. */
const DEAF = `${replaced(NATIVE, 'call.run() if', 'own(call, query).run() if')}

def own(call, query):
    if call.name == "find_product":
        call.parameters.clear()
        call.parameters["q"] = query[:200]
    return call
`;

function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`agents/native_tools.py has no ${part}`);
  return text.replace(part, by);
}

let folder: string;
let scored: string;
let probed: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probed-'));
  await buildMarket({ products: 1_000, seed: 5, folder: join(folder, 'market') });
  const path = indexPath(join(folder, 'market'));
  const index = MarketIndex.open(path);
  const mix = { product: 1, shop: 0, voucher: 0 };
  const problems = await Array.fromAsync(
    synthesiseProblems({ index, count: PROBLEMS + PROBES, mix, seed: 3, threads: 1 }),
  );
  index.close();
  const search = EmbeddedSearch.open(path);
  const sandbox = await chooseSandbox({ driver: 'python' });
  const models = {
    model: 'house/expert',
    simulated: true,
    inference: new SimulatedInference(),
    allowedModels: Object.keys(SIMULATED_PRICES),
    prices: SIMULATED_PRICES,
    credential: { owner: 'contestant' },
  } as const;
  const attempts = async (data: string, some: readonly Problem[], seed?: number) => {
    const place = { models, search, sandbox, wallMilliseconds: scaled(30_000), ...ownEvidence(data, 10_000) };
    for (const [name, source] of Object.entries({ rewording: REWORDING, deaf: DEAF })) {
      const agent = { name: `${name}.py`, source: Buffer.from(source) };
      const probe = seed === undefined ? undefined : { seed, vocabulary: VOCABULARY };
      const order = { runId: randomUUID(), agent, problems: some, model: models.model, workers: 1, probe };
      await Array.fromAsync(tryAgent(order, place));
    }
  };
  scored = join(folder, 'scored');
  probed = join(folder, 'probed');
  await attempts(scored, problems.slice(0, PROBLEMS));
  cpSync(scored, probed, { recursive: true });
  await attempts(probed, problems.slice(PROBLEMS), 7);
  await search.close();
  await sandbox.close();
}, scaled(120_000));

afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  readonly attempt_id: string;
  readonly agent: string;
  readonly reason: string;
  readonly detail: string;
  readonly reasons: readonly string[];
}

async function filtered(input: string) {
  const out = mkdtempSync(join(folder, 'corpus-'));
  const config = changeConfig(FILTER_CONFIG, 'minimumQuality=0');
  const summary = await filterAttempts(sampleFilterOptions(input, out, { config }));
  const lines = (name: string) =>
    readFileSync(join(out, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { summary, kept: lines('trajectories.jsonl'), rejected: lines('rejected.jsonl') as Line[] };
}

const shaOf = (source: string) => createHash('sha256').update(source).digest('hex');

describe('the corpus of probed versions', () => {
  it('keeps attempts whose calls are not the model’s text only with probes, which never become rows', async () => {
    const without = await filtered(scored);
    expect(without.kept).toEqual([]);
    const unproven = without.rejected.filter(({ agent }) => agent === shaOf(REWORDING));
    expect(unproven).toHaveLength(PROBLEMS);
    for (const { reason, detail } of unproven)
      expect([reason, detail]).toEqual([
        'NOT_AGENTIC',
        expect.stringMatching(/^(mixed|scripted): \d of \d executed calls/),
      ]);

    const { kept, rejected, summary } = await filtered(probed);
    expect(summary.versions[shaOf(REWORDING)]).toMatchObject({
      verdict: 'depends on the model',
      attempts: PROBLEMS,
      probes: PROBES,
      follow: { search: { decides: 'model' }, view: { decides: 'model' } },
    });
    expect(new Set(kept.map(({ attempt }) => attempt.attempt_id))).toEqual(
      new Set(unproven.map(({ attempt_id }) => attempt_id)),
    );
    for (const { agency } of kept) {
      expect(agency).toMatchObject({
        verdict: 'agentic',
        because: expect.stringMatching(/its program follows it when/),
      });
    }
    const probes = rejected.filter(({ reasons }) => reasons.includes('PROBE'));
    expect(probes).toHaveLength(2 * PROBES);
    for (const { reason, detail } of probes)
      expect([reason, detail]).toEqual(['PROBE', 'answers of its models were changed on purpose']);
  });

  it('rejects a version whose program ignores its model, with the reason', async () => {
    const { kept, rejected, summary } = await filtered(probed);
    expect(summary.versions[shaOf(DEAF)]).toMatchObject({
      verdict: 'independent of the model',
      because: expect.stringMatching(/^its program followed 0 of \d+ changed searches$/),
      follow: { search: { decides: 'program', followed: 0 } },
    });
    expect(kept.some(({ agent }) => agent === shaOf(DEAF))).toBe(false);
    const scoredOnes = rejected.filter(({ agent, reason }) => agent === shaOf(DEAF) && reason !== 'PROBE');
    expect(scoredOnes).toHaveLength(PROBLEMS);
    for (const { reasons } of scoredOnes) expect(reasons).toContain('NOT_AGENTIC');
  });
});
