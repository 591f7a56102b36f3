import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTokens } from '../chat/read-tokens.ts';
import { scaled } from '../testing/scaled.ts';
import { PromptEncoder, type Tokenizer } from './engine/prompt-encoder.ts';
import { assayTemplate } from './engine/template.ts';
import { findEngine } from './engine-package.ts';
import { findLocalModel } from './local-models.ts';
import { type LocalModel, openLocalModel } from './open-local-model.ts';
import { findSmollm2 } from './testing/find-smollm2.ts';

const found = await findSmollm2();
const folder = 'folder' in found ? found.folder : '';
const ID = 'local/smollm2';
const FIND = {
  type: 'function',
  function: {
    name: 'find',
    parameters: { type: 'object', properties: { q: { enum: ['red lamp', 'lamp'] } }, required: ['q'] },
  },
};
const USER = { role: 'user', content: 'Find a red lamp.' };
const fixtures = new URL('../../python/trainer/tests/fixtures/', import.meta.url);

interface Reply {
  readonly choices: readonly {
    readonly message: {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

describe.skipIf(!('folder' in found))(
  `a local model (${'reason' in found ? found.reason : 'SmolLM2'})`,
  { timeout: scaled(120_000) },
  () => {
    let model: LocalModel;

    beforeAll(async () => {
      model = await openLocalModel(ID, { models: folder, context: 2048, parallel: 2, gpu: false });
    }, scaled(120_000));

    afterAll(async () => await model.close());

    async function ask(request: object): Promise<Reply> {
      const { status, body } = await model.chat({ model: ID, messages: [USER], seed: 1, max_tokens: 12, ...request });
      expect(status, body).toBe(200);
      return JSON.parse(body) as Reply;
    }

    it('a local model says which weights answer', async () => {
      expect(await model.models()).toEqual([ID]);
      expect(model.facts).toMatchObject({ id: ID, architecture: 'llama', template: 'assay', context: 2048 });
      expect(model.facts.sha256).toMatch(/^b179c952/);
    });

    it('a local model gives the same answer for the same seed, also beside other requests', async () => {
      const requests = [7, 7, 8].map((seed) => ask({ seed, temperature: 1 }));
      const [first, second, other] = (await Promise.all(requests)).map((reply) => reply.choices[0]!.message.content);
      expect(first).toBe(second);
      expect(other).not.toBe(first);
    });

    it('a local model counts tokens, and gives ids and log-probabilities for each', async () => {
      const reply = await ask({ temperature: 0, logprobs: true });
      const { prompt, completion, logProbabilities } = readTokens(reply);
      expect(prompt).toHaveLength(reply.usage.prompt_tokens);
      expect(completion).toHaveLength(reply.usage.completion_tokens);
      expect(reply.choices[0]!.finish_reason).toBe('length');
      const shaped = readTokens(await ask({ temperature: 0, top_p: 0.5, logprobs: true }));
      expect(shaped.completion).toEqual(completion);
      for (const [place, value] of logProbabilities!.entries())
        expect(shaped.logProbabilities![place]).toBeCloseTo(value, 1);
    });

    it('a local model calls a required tool, and continues token by token from its answer', async () => {
      const tools = [FIND];
      const called = await ask({ tools, tool_choice: 'required', temperature: 0, max_tokens: 200 });
      const { message, finish_reason: finish } = called.choices[0]!;
      expect(finish).toBe('tool_calls');
      expect(message.tool_calls![0]!.function.name).toBe('find');
      expect(() => JSON.parse(message.tool_calls![0]!.function.arguments)).not.toThrow();
      const result = { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'Nothing. <|im_end|>' };
      const next = await ask({ messages: [USER, message, result], tools, temperature: 0 });
      const before = readTokens(called);
      const after = readTokens(next).prompt!;
      expect(after.slice(0, before.prompt!.length + before.completion!.length)).toEqual([
        ...before.prompt!,
        ...before.completion!,
      ]);
      // System, user, assistant and result turns end with it; the one within the result is text.
      expect(after.filter((token) => token === before.completion!.at(-1))).toHaveLength(4);
    });

    it('a local model stops at a stop text and when it is aborted', async () => {
      const whole = (await ask({ temperature: 0 })).choices[0]!.message.content!;
      const stop = whole.trim().split(' ')[2]!;
      const cut = (await ask({ temperature: 0, stop: [stop] })).choices[0]!;
      expect(cut.message.content).toBe(whole.slice(0, whole.indexOf(stop)));
      expect(cut.finish_reason).toBe('stop');
      const signal = AbortSignal.timeout(50);
      const long = model.chat({ model: ID, messages: [USER], max_tokens: 2000, logit_bias: {} }, { signal });
      await expect(long).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
      await ask({});
    });

    it.each([
      [
        'a prompt that is too long',
        { messages: [{ role: 'user', content: 'word '.repeat(3000) }] },
        400,
        'maximum context length is 2048',
      ],
      ['a role there is not', { messages: [{ role: 'oracle', content: '' }] }, 400, 'role'],
      ['several answers', { n: 2 }, 400, 'n must be 1'],
      ['another model', { model: 'house/expert' }, 404, 'does not exist'],
    ])('a local model rejects %s', async (_, request, status, words) => {
      const answer = await model.chat({ model: ID, messages: [USER], ...request });
      expect(answer.status).toBe(status);
      expect(answer.body).toContain(words);
    });

    it('a killed model process fails its requests, and the next request starts a new one', async () => {
      const underWay = model.chat({ model: ID, messages: [USER], max_tokens: 2000 });
      for (const engine of enginesOf(process.pid)) process.kill(engine, 'SIGKILL');
      await expect(underWay).rejects.toThrow('SIGKILL');
      await ask({});
    });

    it('the model process ends with the process that opened it', async () => {
      const script = fileURLToPath(new URL('./testing/hold-model.ts', import.meta.url));
      const holder = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(holder.stdout, 'data');
      const [engine] = enginesOf(holder.pid!);
      expect(engine).toBeGreaterThan(0);
      holder.kill('SIGKILL');
      // If the process never ends, the test's time limit fails the test.
      while (isRunning(engine!)) await sleep(20);
    });

    it('a local model encodes prompts with the same tokens as the trainer', async () => {
      const { getLlama } = (await import(findEngine(folder)!.href)) as {
        getLlama(
          options: object,
        ): Promise<{ loadModel(options: object): Promise<Tokenizer>; dispose(): Promise<void> }>;
      };
      const llama = await getLlama({ gpu: false, build: 'never' });
      const { file } = await findLocalModel(folder, ID);
      const encoder = new PromptEncoder(
        await llama.loadModel({ modelPath: file.path, vocabOnly: true }),
        assayTemplate,
      );
      const rows = new Map(linesOf<Row>('chat-rows.jsonl').map((row) => [row.id, row]));
      const begins = encoder.encode([], []).ids;
      for (const { id, ids } of linesOf<{ readonly id: string; readonly ids: readonly number[] }>(
        'chat-tokens-smollm2.jsonl',
      )) {
        const row = rows.get(id)!;
        expect(
          encoder.encode(row.messages, row.tools === '' ? [] : (JSON.parse(row.tools) as unknown[])).ids,
          id,
        ).toEqual([...ids, ...begins]);
      }
      await llama.dispose();
    });
  },
);

interface Row {
  readonly id: string;
  readonly messages: Parameters<PromptEncoder['encode']>[0];
  readonly tools: string;
}

function linesOf<T>(name: string): readonly T[] {
  const lines = readFileSync(new URL(name, fixtures), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

function enginesOf(parent: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', 'engine-process'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
