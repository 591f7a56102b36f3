import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAgentFile } from '../../../attempt/run.ts';
import { filterAttempts } from '../../../corpus/pipeline.ts';
import { buildRelease } from '../../../corpus/release.ts';
import { sampleFilterOptions } from '../../../corpus/testing/sample-filter-options.ts';
import { indexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { synthesiseProblems } from '../../../problems/synthesis.ts';
import { chooseSandbox } from '../../../sandbox/choose-sandbox.ts';
import { sha256 } from '../../../store/sha256.ts';
import { scaled } from '../../../testing/scaled.ts';
import { readSuccesses } from '../../../training/ablation.ts';
import type { SftRow } from '../../../training/rows/training-row.ts';
import { openModels } from '../../../validator/open-models.ts';
import { ownEvidence, tryAgent } from '../../../validator/try-agent.ts';
import { trainAblationCommand } from './ablation.ts';

const RECIPE = fileURLToPath(new URL('../../../../recipes/small.json', import.meta.url));

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'train-ablation-'));
  await sharedMarket({ products: 2_000, seed: 7, folder: at('market') });
  writeFileSync(at('recipe.json'), roomyRecipe());
  const search = ThreadedSearch.open(indexPath(at('market')), 1);
  const mix = { product: 1, shop: 0, voucher: 0 };
  const problems = await Array.fromAsync(synthesiseProblems({ index: search.index, count: 8, mix, seed: 5 }));
  writeFileSync(
    at('problems.jsonl'),
    problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`).join(''),
  );
  const sandbox = await chooseSandbox();
  const models = await openModels({ model: 'house/expert', apiKeyEnv: 'ASSAY_API_KEY' });
  const place = { models, sandbox, search, wallMilliseconds: scaled(60_000), ...ownEvidence(at('data'), 100) };
  for (const name of ['react_text.py', 'rank_by_model.py']) {
    const agent = readAgentFile(fileURLToPath(new URL(`../../../../agents/${name}`, import.meta.url)));
    await Array.fromAsync(tryAgent({ runId: randomUUID(), agent, problems, model: 'house/expert', workers: 4 }, place));
  }
  await sandbox.close();
  await filterAttempts(
    sampleFilterOptions(at('data'), at('filtered'), { queries: new Map(problems.map(({ id, query }) => [id, query])) }),
  );
  await buildRelease({
    input: at('filtered'),
    out: at('release'),
    name: 'sample',
    problems,
    settled: [],
    sealed: undefined,
    heldOut: [],
    market: search.index,
    licences: new Map(),
    shares: { train: 1, dev: 0, heldout: 0 },
    seed: 1,
  });
  await search.close();
});

/** A recipe with much room, because whether a row fits is not tested here. */
function roomyRecipe(): string {
  const recipe = JSON.parse(readFileSync(RECIPE, 'utf8')) as { harness: object };
  return JSON.stringify({ ...recipe, harness: { ...recipe.harness, max_observation: 8_000 }, context: 32_768 });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rowsOf(arm: string): readonly SftRow[] {
  const text = readFileSync(at(`arms/${arm}/stages/1-sft/rows.jsonl`), 'utf8').trim();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as SftRow);
}

interface Manifest {
  readonly problems: readonly string[];
  readonly arms: readonly {
    readonly arm: string;
    readonly rows: number;
    readonly calls: number;
    readonly tokens: number;
    readonly repeated: number;
    readonly rows_by_agent: Readonly<Record<string, number>>;
    readonly left_out: Readonly<Record<string, number>>;
  }[];
}

function readManifest(folder: string): Manifest & { readonly licences_known: boolean } {
  return JSON.parse(readFileSync(at(`${folder}/ablation.json`), 'utf8')) as ReturnType<typeof readManifest>;
}

const ARMS_OF_ATTEMPTS = [
  'filtered',
  'spoken',
  'scripted_spoken',
  'scripted_claimed',
  'filtered_silent',
  'filtered_shuffled',
];

async function ablation(...words: string[]): Promise<void> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await trainAblationCommand().option('--json').exitOverride().parseAsync(words, { from: 'user' });
  } finally {
    write.mockRestore();
  }
}

describe('assay train ablation', () => {
  it('assay train ablation shows who made the calls of every success', async () => {
    const { attempts, successes } = await readSuccesses(at('data'), new Map(), new Map());
    expect(attempts).toBe(16);
    const verdicts = Map.groupBy(successes, ({ agent }) => agent);
    expect(new Set(verdicts.get('react_text')!.map(({ agency }) => agency))).toEqual(new Set(['agentic']));
    expect(new Set(verdicts.get('rank_by_model')!.map(({ agency }) => agency))).toEqual(new Set(['scripted']));
    for (const { conversations, steps } of successes) {
      expect(conversations.length).toBeGreaterThan(0);
      expect(steps.at(-1)!.call.function.name).toBe('recommend_product');
    }
  });

  it('assay train ablation writes each arm as a run with its rows, at the same problems', async () => {
    const given = ['--data', at('data'), '--corpus', at('release'), '--problems', at('problems.jsonl')];
    await ablation(...given, '--recipe', at('recipe.json'), '--out', at('arms'), '--format-rows', '5');
    const { arms, problems } = readManifest('arms');
    expect(arms.map(({ arm }) => arm)).toEqual([...ARMS_OF_ATTEMPTS, 'format']);
    expect(problems.length).toBeGreaterThan(1);
    const calling = ['filtered', 'scripted_claimed', 'filtered_silent', 'filtered_shuffled', 'format'];
    for (const { arm, rows } of arms) {
      const written = rowsOf(arm);
      expect(written).toHaveLength(rows);
      if (arm !== 'format') expect([...new Set(written.map(({ problem_id }) => problem_id))].sort()).toEqual(problems);
      for (const { messages, split, tools } of written) {
        expect(split).toBe('train');
        expect(messages.at(-1)!.role).toBe('assistant');
        if (!calling.includes(arm)) continue;
        const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
        expect(calls.slice(-2).map((call) => call.function.name)).toEqual(['recommend_product', 'terminate']);
        expect(JSON.parse(tools)).toHaveLength(4);
      }
    }
    const byName = new Map(arms.map((arm) => [arm.arm, arm]));
    expect(byName.get('filtered')!.rows_by_agent).toEqual({ react_text: byName.get('filtered')!.rows });
    expect(byName.get('scripted_claimed')!.rows_by_agent).toEqual({ rank_by_model: byName.get('filtered')!.rows });
    expect(byName.get('scripted_spoken')!.calls).toBe(0);
    // The ranking prompt of the agent itself, and the number in the model's answer.
    for (const { messages, tools } of rowsOf('scripted_spoken')) {
      expect(tools).toBe('[]');
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    }
    const mark = JSON.parse(readFileSync(at('arms/filtered/stages/1-sft/rows.done.json'), 'utf8')) as object;
    expect(mark).toMatchObject({ file: 'rows.jsonl', rows: byName.get('filtered')!.rows, problems: null });
  });

  it('assay train ablation makes arms of equal tokens, repeating short rows', async () => {
    const given = ['--data', at('data'), '--corpus', at('release'), '--problems', at('problems.jsonl')];
    const chosen = ['--arms', 'filtered,scripted_claimed,filtered_silent', '--equal', 'tokens'];
    await ablation(...given, '--recipe', at('recipe.json'), '--out', at('token-arms'), ...chosen);
    const [filtered, ...others] = readManifest('token-arms').arms;
    for (const { tokens, repeated } of others.filter(({ arm }) => arm !== 'format')) {
      expect(Math.abs(tokens - filtered!.tokens)).toBeLessThan(300);
      expect(repeated).toBeGreaterThan(0);
    }
  });

  it('assay train ablation names the folder that an arm needs', async () => {
    const given = ['--data', at('data'), '--corpus', at('release'), '--problems', at('problems.jsonl')];
    await expect(ablation(...given, '--out', at('none'), '--arms', 'filtered,teacher')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The arm teacher needs --teacher.',
    });
  });

  it.each([
    ['that the data folder names', 'data/licences.json', []],
    ['that it is told of', 'told.json', ['--licences', 'told.json']],
  ])('assay train ablation uses no attempt of contestants who allow nothing %s', async (_, file, words) => {
    const agent = readAgentFile(fileURLToPath(new URL('../../../../agents/rank_by_model.py', import.meta.url)));
    writeFileSync(at(file), JSON.stringify({ [sha256(agent.source)]: 'none' }));
    try {
      const given = ['--data', at('data'), '--corpus', at('release'), '--problems', at('problems.jsonl')];
      const told = words.map((word) => (word === file ? at(file) : word));
      await ablation(...given, '--recipe', at('recipe.json'), '--out', at('licensed'), '--arms', 'spoken', ...told);
    } finally {
      rmSync(at(file));
    }
    const { successes } = await readSuccesses(at('data'), new Map(), new Map());
    const { licences_known, arms } = readManifest('licensed');
    expect(licences_known).toBe(true);
    const [spoken] = arms;
    expect(spoken!.left_out.NO_LICENCE).toBe(successes.filter((each) => each.agent === 'rank_by_model').length);
    expect(spoken!.rows_by_agent).not.toHaveProperty('rank_by_model');
  });

  it('assay train ablation rejects problems that leak a measured one, naming both', async () => {
    const [measured] = readFileSync(new URL('../../../../suites/dev-75/problems.jsonl', import.meta.url), 'utf8').split(
      '\n',
    );
    writeFileSync(at('leaky.jsonl'), `${measured}\n`);
    const given = ['--data', at('data'), '--corpus', at('release'), '--recipe', at('recipe.json'), '--out', at('none')];
    await expect(ablation(...given, '--problems', at('leaky.jsonl'))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('leaks into dev-75'),
    });
  });

  it('assay train ablation names missing inputs', async () => {
    const given = ['--problems', at('problems.jsonl'), '--recipe', at('recipe.json'), '--out', at('none')];
    await expect(ablation('--data', at('data'), '--corpus', at('nowhere'), ...given)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    await expect(ablation('--data', at('nowhere'), '--corpus', at('release'), ...given)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });
});
