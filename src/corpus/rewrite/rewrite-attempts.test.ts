import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../chat/schema.ts';
import type { ChatAnswer, Inference } from '../../inference/inference.ts';
import { SimulatedInference } from '../../simulated/simulated-inference.ts';
import { rowSources } from '../pipeline/input-rows.ts';
import { SampleConversation } from '../testing/sample-conversation.ts';
import { sampleEvidence, sampleScript } from '../testing/sample-scripted.ts';
import { type RewriteAttemptsOptions, rewriteAttempts } from './rewrite-attempts.ts';
import { REWRITE_CONFIG } from './rewrite-config.ts';
import type { RewrittenRow } from './rewritten-row.ts';

const simulatedModels = new SimulatedInference();
const ANSWERED_BY = { model: 'house/expert', endpoint: 'simulated', simulated: true };
let folder: string;
let places = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewrite-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Simulated models that record every request; `instead` may replace an answer. */
class Watched implements Inference {
  readonly asked: ChatRequest[] = [];
  readonly #instead: (body: ChatRequest) => string | undefined;

  constructor(instead: (body: ChatRequest) => string | undefined = () => undefined) {
    this.#instead = instead;
  }

  async chat(body: ChatRequest): Promise<ChatAnswer> {
    this.asked.push(body);
    const said = this.#instead(body);
    if (said === undefined) return await simulatedModels.chat(body);
    if (said === 'silence') return { status: 503, body: 'busy', usage: null, answeredBy: ANSWERED_BY };
    const message = { role: 'assistant', content: said };
    return {
      status: 200,
      body: JSON.stringify({ choices: [{ index: 0, message }] }),
      usage: null,
      answeredBy: ANSWERED_BY,
    };
  }

  models = () => simulatedModels.models();
}

function order(lines: readonly string[], rest: Partial<RewriteAttemptsOptions> = {}): RewriteAttemptsOptions {
  const input = join(folder, `input-${++places}`);
  mkdirSync(input);
  writeFileSync(join(input, 'a.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const { problemId, query } = sampleScript();
  return {
    sources: rowSources(input),
    out: join(folder, `out-${places}`),
    config: REWRITE_CONFIG,
    inference: simulatedModels,
    model: 'house/expert',
    checker: 'house/adept',
    endpoint: null,
    queries: new Map([problemId, 'p-2', 'p-3'].map((id) => [id, query])),
    withheld: new Map(),
    licences: new Map(),
    withheldChecked: false,
    limit: 1_000,
    concurrency: 2,
    ...rest,
  };
}

function rowsIn({ out }: RewriteAttemptsOptions): RewrittenRow[] {
  const text = readFileSync(join(out, 'rewritten.jsonl'), 'utf8').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as RewrittenRow);
}

function isWriting({ tools }: ChatRequest): boolean {
  return tools === undefined;
}

describe('rewriting', () => {
  it('rewriting keeps calls and results byte for byte, and marks the text between them', async () => {
    const script = sampleScript();
    const asked = order([sampleEvidence(script)]);
    expect(await rewriteAttempts(asked)).toMatchObject({ rows: 1, rewritten: 1, simulated: true });
    const [row] = rowsIn(asked);
    expect(row).toMatchObject({
      source: 'rewritten',
      trains: 'text',
      fidelity: 'rewritten',
      steps: [],
      outcome: { success: true },
      agency: { verdict: 'scripted' },
      rewritten: { version: 3, model: 'house/expert', simulated: true, checker: 'house/adept', samples: 8 },
    });
    expect(row!.id).not.toBe(row!.attempt.attempt_id);
    expect(row!.rewritten.gain).toBeGreaterThanOrEqual(REWRITE_CONFIG.minimumGain);
    expect(row!.rewritten.chance).toBeLessThanOrEqual(REWRITE_CONFIG.alpha);
    expect(row!.rewritten.steps).toHaveLength(4);
    expect(row!.rewritten.steps.every(({ draws }) => draws.length === 8)).toBe(true);
    const told = row!.messages.flatMap((message) => (message.role === 'assistant' ? message.tool_calls! : []));
    expect(told.map(({ function: { name, arguments: given } }) => [name, given])).toEqual([
      ...script.calls.map(({ kind, parameters }) => [
        kind === 'view' ? 'view_product_information' : 'find_product',
        JSON.stringify(parameters),
      ]),
      ['recommend_product', '{"product_ids":"1000000004"}'],
    ]);
    const results = row!.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results.slice(0, 3)).toEqual(script.calls.map(({ response }) => JSON.stringify(response)));
    for (const { message, bare, informed } of row!.rewritten.steps) {
      expect(row!.messages[message]).toMatchObject({
        role: 'assistant',
        content: expect.not.stringContaining('[simulated'),
      });
      expect([bare, informed].every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });

  it('rewriting shows the writer nothing that came later', async () => {
    const watched = new Watched();
    await rewriteAttempts(order([sampleEvidence(sampleScript())], { inference: watched }));
    const prompts = watched.asked.filter(isWriting).map(({ messages }) => JSON.stringify(messages));
    expect(prompts).toHaveLength(4);
    expect(prompts.filter((prompt) => prompt.includes('Lamp 1000000003'))).toHaveLength(2);
    expect(prompts.filter((prompt) => prompt.includes('A lamp.'))).toHaveLength(1);
  });

  it.each(['house/novice', 'house/adept'])(
    'rewriting rejects what %s writes, because it does not help to predict the call',
    async (model) => {
      const asked = order([sampleEvidence(sampleScript())], { model, checker: 'house/expert' });
      expect(await rewriteAttempts(asked)).toMatchObject({ rewritten: 0, refused: { NO_GAIN: 1 } });
      expect(readFileSync(join(asked.out, 'rejected.jsonl'), 'utf8')).toMatch(/"NO_GAIN".*"bare":0/);
    },
  );

  it('rewriting rejects reasoning that is the call itself, after one retry', async () => {
    const leak = (body: ChatRequest) =>
      isWriting(body)
        ? /Next call: (.*)/.exec(String((body.messages as { content: string }[]).at(-1)!.content))![1]
        : undefined;
    const watched = new Watched(leak);
    const script = sampleScript({ calls: sampleScript().calls.slice(0, 1), recommended: ['1000000001'] });
    const summary = await rewriteAttempts(order([sampleEvidence(script)], { inference: watched }));
    expect(summary).toMatchObject({ rewritten: 0, refused: { LEAKS_CALL: 1 } });
    expect(watched.asked).toHaveLength(4);
    expect(JSON.stringify(watched.asked.at(-1))).toContain('That cannot be used');
  });

  it('rewriting skips a row when the writer returns no text, and stops when the writer does not answer', async () => {
    const lines = ['p-1', 'p-2'].map((problemId) => sampleEvidence(sampleScript({ problemId })));
    let first = true;
    const wordless = new Watched((body) => {
      const isFirst = isWriting(body) && JSON.stringify(body).includes('Nothing was called so far') && first;
      if (isFirst && JSON.stringify(body).includes('cannot be used')) first = false;
      return isFirst ? '' : undefined;
    });
    const asked = order(lines, { inference: wordless, concurrency: 1 });
    expect(await rewriteAttempts(asked)).toMatchObject({ rewritten: 1, refused: { UNFIT: 1 } });
    const signals: AbortSignal[] = [];
    const hanging: Inference = {
      chat: async (_, options) => {
        signals.push(options!.signal!);
        if (signals.length === 1) return { status: 200, body: 'nonsense', usage: null, answeredBy: ANSWERED_BY };
        await new Promise((resolve) => options!.signal!.addEventListener('abort', resolve));
        throw new Error('given up');
      },
      models: () => simulatedModels.models(),
    };
    await expect(rewriteAttempts(order(lines, { inference: hanging, concurrency: 1 }))).rejects.toMatchObject({
      code: 'INFERENCE_FAILED',
    });
    expect(signals.length).toBeGreaterThan(1);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('a resumed rewrite repeats no request and never mixes two writers', async () => {
    const lines = ['p-1', 'p-2', 'p-3'].map((problemId) => sampleEvidence(sampleScript({ problemId })));
    const first = order(lines, { limit: 1 });
    expect(await rewriteAttempts(first)).toMatchObject({ rewritten: 1, left: 2, resumed: 0 });
    let left = 20;
    const failing = new Watched(() => (left-- > 0 ? undefined : 'silence'));
    const again = { ...first, limit: 1_000, concurrency: 1 };
    await expect(rewriteAttempts({ ...again, inference: failing })).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    const watched = new Watched();
    expect(await rewriteAttempts({ ...again, inference: watched })).toMatchObject({ rewritten: 3, left: 0 });
    expect(watched.asked.length).toBeGreaterThan(0);
    const all = rowsIn(first);
    const silent = new Watched(() => 'silence');
    expect(await rewriteAttempts({ ...again, inference: silent })).toMatchObject({ rewritten: 3, resumed: 3 });
    expect(silent.asked).toEqual([]);
    expect(rowsIn(first)).toEqual(all);
    await expect(rewriteAttempts({ ...again, model: 'house/adept' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('rewriting counts unusable attempts and sends no request for them', async () => {
    const good = sampleEvidence(sampleScript());
    const call = { ...sampleScript().calls[0]!, kind: 'search' as const };
    const many = Array.from({ length: 30 }, (_, place) => ({ ...call, parameters: { q: `lamp ${place}` } }));
    const lines = [
      good,
      good,
      sampleEvidence(sampleScript()),
      '{"version":1',
      sampleEvidence(sampleScript({ problemId: 'p-3' })).replace(
        /("signature":"0x[0-9a-f]{120})[0-9a-f]{8}/,
        '$100000000',
      ),
      sampleEvidence(sampleScript({ success: false })),
      sampleEvidence(sampleScript({ problemId: 'sealed' })),
      sampleEvidence(sampleScript({ problemId: 'nobody knows' })),
      sampleEvidence(sampleScript({ calls: many })),
      sampleEvidence(sampleScript({ problemId: 'p-2', recommended: ['7777777777'] })),
    ];
    const watched = new Watched();
    const asked = order(lines, { inference: watched, withheld: new Map([['sealed', 'it is sealed']]) });
    expect(await rewriteAttempts(asked)).toMatchObject({
      rows: 10,
      rewritten: 1,
      refused: { DUPLICATE: 1, NOT_SUCCESSFUL: 1, PROBLEM_WITHHELD: 1, QUERY_UNKNOWN: 1, STEPS: 1, STRUCTURE: 1 },
      quarantine: { ATTEMPT_TWICE: 1, NOT_JSON: 1, RECEIPT_UNSIGNED: 1 },
    });
    expect(JSON.stringify(watched.asked)).not.toContain('sealed"');
    expect(watched.asked.filter(isWriting)).toHaveLength(4);
  });

  it('rewriting sends no attempt that its contestant withheld to a model, also when that became known later', async () => {
    const line = sampleEvidence(sampleScript());
    const { agent } = (JSON.parse(line) as { attempt: { agent: { sha256: string } } }).attempt;
    const watched = new Watched();
    const kept = order([line], { inference: watched, licences: new Map([[agent.sha256, 'none']]) });
    expect(await rewriteAttempts(kept)).toMatchObject({ rows: 1, rewritten: 0, refused: { NO_LICENCE: 1 } });
    expect(watched.asked).toEqual([]);
    const { licences, ...rest } = kept;
    expect(await rewriteAttempts({ ...rest, licences: new Map() })).toMatchObject({ rewritten: 1 });
    expect(await rewriteAttempts({ ...rest, licences })).toMatchObject({ rewritten: 0, refused: { NO_LICENCE: 1 } });
    expect(rowsIn(kept)).toEqual([]);
  });

  it('rewriting leaves agentic attempts alone', async () => {
    const query = sampleScript().query;
    const { calls } = new SampleConversation()
      .ask([{ role: 'user', content: query }], {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'find_product', arguments: '{"q":"grey steel lamp"}' } },
        ],
      })
      .search({ q: 'grey steel lamp' });
    const asked = order([sampleEvidence(sampleScript({ calls, recommended: ['1000000001'] }))]);
    expect(await rewriteAttempts(asked)).toMatchObject({ rewritten: 0, refused: { NOT_SCRIPTED: 1 } });
  });

  it('only one rewrite at a time can write to a folder', async () => {
    const asked = order([sampleEvidence(sampleScript())]);
    const [one, other] = await Promise.allSettled([rewriteAttempts(asked), rewriteAttempts(asked)]);
    expect(one).toMatchObject({ status: 'fulfilled' });
    // It waited up to a second and found everything done.
    if (other.status === 'fulfilled') expect(other.value).toMatchObject({ resumed: 1 });
    else expect(other.reason).toMatchObject({ code: 'BANK_BUSY' });
  });
});
