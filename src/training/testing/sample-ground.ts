import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowMessage } from '../../chat/schema.ts';
import { toolsReference } from '../../corpus/pipeline/corpus-row.ts';
import type { FilteredRow } from '../../corpus/release/release-row.ts';
import { buildRelease } from '../../corpus/release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../../corpus/testing/sample-filtered.ts';
import { harnessOf, runEpisode } from '../../evaluation/harness.ts';
import { InferenceEndpoint } from '../../inference/inference-endpoint.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { findClusters, questionOf, shopEdges } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { SimulatedInference } from '../../simulated/simulated-inference.ts';

/**
 * For tests: a small real market, suites of real problems in it, and a release of simulated models' attempts at them.
 */
export interface SampleGround {
  readonly market: string;
  readonly train: string;
  readonly dev: string;
  readonly heldOut: string;
  readonly release: string;
  readonly rows: readonly FilteredRow[];
  readonly devProblems: readonly Problem[];
}

const PRODUCTS = 3_000;
const SEED = 7;
const MODELS = ['house/expert', 'house/novice'];

export async function sampleGround(root: string): Promise<SampleGround> {
  const market = join(root, 'market');
  await sharedMarket({ products: PRODUCTS, seed: SEED, folder: market });
  const index = MarketIndex.open(indexPath(market));
  const mix = { product: 3, shop: 1, voucher: 1 };
  const problems = await Array.fromAsync(synthesiseProblems({ index, count: 40, mix, seed: SEED, threads: 1 }));
  const { clusters } = findClusters(problems.map(questionOf), { extraEdges: shopEdges(problems, index) });
  index.close();
  const alone = clusters.flatMap((cluster) => (cluster.length === 1 ? [problems[cluster[0]!]!] : []));
  const [dev, heldOut, train] = [alone.slice(0, 3), alone.slice(3, 6), alone.slice(6, 12)];
  const write = (name: string, chosen: readonly Problem[]): string => {
    const path = join(root, name);
    writeFileSync(path, chosen.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join(''));
    return path;
  };
  const rows = await playedRows(market, train);
  const tools = JSON.stringify(harnessOf(4, 'native').schemas);
  const filtered = writeFiltered(join(root, 'filtered'), rows, tools);
  const release = join(root, 'release');
  mkdirSync(release);
  const settled = train.map((problem) => ({ problem, split: 'train' as const }));
  await buildRelease(sampleBuildOptions(filtered, release, { problems: train, settled }));
  return {
    market,
    train: write('train-problems.jsonl', train),
    dev: write('dev-problems.jsonl', dev),
    heldOut: write('other-problems.jsonl', heldOut),
    release,
    rows,
    devProblems: dev,
  };
}

async function playedRows(market: string, problems: readonly Problem[]): Promise<readonly FilteredRow[]> {
  const search = EmbeddedSearch.open(indexPath(market));
  const harness = harnessOf(4, 'native');
  const endpoint = new InferenceEndpoint(new SimulatedInference());
  const rows: FilteredRow[] = [];
  for (const problem of problems) {
    for (const [place, model] of [...MODELS, ...MODELS].entries()) {
      const request = { model, temperature: 0.9, seed: place };
      const outcome = await runEpisode({ problem, harness, endpoint, search, maxTurns: 12, request, keepsSeed: true });
      if (outcome.kind === 'episode') {
        const { messages, strict } = outcome.episode;
        rows.push(playedRow(problem, `${problem.id}-${place}`, model, messages as readonly Spoken[], strict.success));
      }
    }
  }
  await search.close();
  return rows;
}

interface Spoken {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: Extract<RowMessage, { role: 'assistant' }>['tool_calls'];
  readonly tool_call_id?: string;
}

function playedRow(problem: Problem, id: string, model: string, messages: readonly Spoken[], success: boolean) {
  const names = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => [call.id, call.function.name])),
  );
  const told = messages.map((message) =>
    message.role === 'tool' ? { ...message, name: names.get(message.tool_call_id!)! } : message,
  );
  return sampleRow(problem, {
    id,
    policy: { name: model, simulated: true },
    tools_ref: toolsReference(JSON.stringify(harnessOf(4, 'native').schemas)),
    messages: told as RowMessage[],
    steps: [],
    outcome: {
      success,
      score: Number(success),
      rule_set: 'production-strict/1',
      judge: { judge: 'gates', version: 1, quality: 0.9 },
    },
  });
}
