import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followRates } from '../../agency/follow/follow-rates.ts';
import { readCalls, readFollow } from '../../agency/follow.ts';
import { applyChange, textsSaid, undone } from '../../agency/probe/apply-change.ts';
import { readAgencyEvidence, versionEvidence } from '../../agency/version-agency.ts';
import { whyScripted } from '../../agency/who-decides.ts';
import type { ChatRequest } from '../../chat/schema.ts';
import type { Call } from '../../gateway/calls.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import type { Problem } from '../../problems/problem.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../../simulated/simulated-inference.ts';
import { scaled } from '../../testing/scaled.ts';
import { AttemptStore } from '../record/attempt-store.ts';
import { verifyAttempt } from '../verify-attempt.ts';
import { type AttemptEnvironment, runAttempt } from './run-attempt.ts';

const VOCABULARY = ['vase', 'sofa', 'carpet', 'mirror', 'curtain', 'blanket', 'pillow', 'kettle', 'bicycle', 'guitar'];

let folder: string;
let search: EmbeddedSearch;
let sandbox: Sandbox;
let bench: AttemptEnvironment;
let problems: readonly Problem[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probe-'));
  await sharedMarket({ products: 2_000, seed: 5, folder });
  const index = MarketIndex.open(indexPath(folder));
  const mix = { product: 1, shop: 0, voucher: 0 };
  problems = await Array.fromAsync(synthesiseProblems({ index, count: 4, mix, seed: 3, threads: 1 }));
  index.close();
  search = EmbeddedSearch.open(indexPath(folder));
  sandbox = await chooseSandbox({ driver: 'python' });
  bench = {
    sandbox,
    search,
    store: new AttemptStore(join(folder, 'data')),
    hotkey: hotkeyFromSeed(new Uint8Array(32).fill(7)),
    simulated: true,
    inference: new SimulatedInference(),
    allowedModels: Object.keys(SIMULATED_PRICES),
    prices: SIMULATED_PRICES,
    account: new MemoryCreditAccount(1_000_000_000),
    credential: { owner: 'platform' },
    limits: { wallMilliseconds: scaled(30_000) },
  };
}, scaled(60_000));

afterAll(async () => {
  await search.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly id: string;
  readonly query: string;
  readonly isProbe: boolean;
  readonly calls: readonly Call[];
  readonly recommended: readonly string[];
}

/** Runs an agent of `agents/` on every problem, as a probe or as a normal attempt. */
async function ran(name: string, seed?: number): Promise<Ran[]> {
  const source = readFileSync(new URL(`../../../agents/${name}.py`, import.meta.url));
  const runId = randomUUID();
  const all: Ran[] = [];
  for (const [place, { id: problem_id, query }] of problems.entries()) {
    const problem = { problem_id, query };
    const probe = seed === undefined ? undefined : { seed: seed + place, vocabulary: VOCABULARY };
    const order = { problem, agent: { name: `${name}.py`, source }, model: 'house/expert', runId, probe };
    const { attempt, dialogue } = await runAttempt(order, bench);
    expect(attempt.fault).toBeNull();
    const { verified, calls } = await verifyAttempt(bench.store, attempt.attempt_id);
    expect(verified).toBe(true);
    const recommended = recommendedIn(dialogue);
    all.push({ id: attempt.attempt_id, query, isProbe: attempt.probe === true, calls, recommended });
  }
  return all;
}

function recommendedIn(dialogue: unknown): string[] {
  const found = /"name":"recommend_product","parameters":\{"product_ids":"([\d,]+)"/.exec(JSON.stringify(dialogue));
  return found === null ? [] : found[1]!.split(',');
}

const observed = (attempts: readonly Ran[]) =>
  attempts.flatMap(({ calls, recommended }) => readFollow(readCalls(calls), recommended));

const evidence = (attempts: readonly Ran[]) =>
  attempts.map(({ calls, query, recommended }) => readAgencyEvidence(readCalls(calls), query, recommended));

describe('probe attempts', { timeout: scaled(120_000) }, () => {
  it('probe attempts are sealed as such and record the changes, which a model-driven program follows', async () => {
    const [probes, scored] = [await ran('native_tools', 11), await ran('native_tools')];
    expect(probes.map(({ isProbe }) => isProbe)).toEqual(problems.map(() => true));
    expect(scored.map(({ isProbe }) => isProbe)).toEqual(problems.map(() => false));
    expect(scored.flatMap(({ calls }) => calls.filter((call) => call.changed !== undefined))).toEqual([]);

    const changed = probes.flatMap(({ calls }) => calls.filter((call) => call.changed !== undefined));
    expect(changed.length).toBeGreaterThanOrEqual(problems.length);
    for (const { response, request, changed: change } of changed) {
      // The simulated model repeats its answer, which shows what it had answered before the change.
      const { body } = await bench.inference.chat(request as ChatRequest);
      expect(textsSaid(applyChange(response, undone(change!)))).toEqual(textsSaid(JSON.parse(body)));
    }

    const { search: searches, recommend } = followRates(observed(probes));
    expect(searches).toMatchObject({ decides: 'model', followed: searches.of });
    expect(recommend).toMatchObject({ decides: 'model' });
    expect(whyScripted(versionEvidence(evidence(scored), observed(probes)))).toBeUndefined();
  });

  it('probe attempts reveal a program that searches with its model’s words but chooses recommendations itself', async () => {
    const [probes, scored] = [await ran('extract_and_search', 11), await ran('extract_and_search')];
    const { search: searches, recommend } = followRates(observed(probes));
    expect(searches).toMatchObject({ decides: 'model' });
    expect(recommend.followed).toBe(0);
    expect(scored.every(({ recommended }) => recommended.length > 0)).toBe(true);
    expect(whyScripted(versionEvidence(evidence(scored), observed(probes)))).toBe(
      'in at least half of the attempts its program recommends what no model said',
    );
  });
});
