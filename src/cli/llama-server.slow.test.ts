import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../attempt/attempt.ts';
import { AttemptStore } from '../attempt/record.ts';
import { verifyAttempt } from '../attempt/verify-attempt.ts';
import { HttpEndpoint } from '../chat/client.ts';
import { readResponse } from '../chat/read-response.ts';
import { HAS_LLAMA_SERVER, LlamaServer } from '../inference/testing/llama-server.ts';
import { sharedMarket } from '../market/testing/shared-market.ts';
import { scaled } from '../testing/scaled.ts';
import { AssayRunner, type Ran } from './testing/assay-runner.ts';

/** Requests search words from the model, searches with them and recommends the first product found. */
const AGENT = `
import assay

def agent_main(problem):
    dialogue = assay.Dialogue(problem["query"])
    question = "Name the product in two words: " + problem["query"][:120]
    answer = assay.chat([{"role": "user", "content": question}], max_tokens=24, temperature=0.2, seed=7)
    words = " ".join(answer.content.split()[:4]) or "lamp"
    search = assay.tools.execute("find_product", {"q": words})
    dialogue.add(think=answer.content, tool_calls=[search])
    found = search["result"][0]["product_id"] if search["result"] else "none"
    dialogue.add(think="The first of them.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": found})])
    return dialogue.steps
`;

const PRICES = ['--prompt-price', '1', '--completion-price', '2'];

let folder: string;
let problems: string;
let server: LlamaServer;
const runner = new AssayRunner();

async function assay(...words: string[]): Promise<Ran> {
  return await runner.run(words, { cwd: folder });
}

describe.skipIf(!HAS_LLAMA_SERVER)(
  "llama.cpp's server (after `npm run fetch:llama-server`)",
  { timeout: scaled(120_000) },
  () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'llama-'));
      problems = join(folder, 'exam.jsonl');
      writeFileSync(join(folder, 'agent.py'), AGENT);
      await sharedMarket({ products: 3_000, seed: 5, folder: join(folder, 'market') });
      const made = await assay('problems', 'synth', '--market', 'market', '--count', '3', '--out', problems);
      expect(made).toMatchObject({ code: 0 });
      server = await LlamaServer.start({ parallel: 2 });
    }, scaled(120_000));

    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true });
    });

    it('llama.cpp answers agents in the sandbox, and its answers are recorded and verified', async () => {
      const model = [...['--base-url', server.baseUrl, '--model', LlamaServer.model], ...PRICES];
      const place = ['--market', 'market', '--problems', problems, '--data', 'data', '--driver', 'python'];
      const { code, output, error } = await assay('try', 'agent.py', ...place, ...model, '--json');
      const { attempts, summary } = JSON.parse(output) as {
        attempts: Attempt[];
        summary: { successful_problems: number };
      };
      // Whether such a small model solves any of them is not tested.
      expect({ code, error }).toEqual({ code: summary.successful_problems > 0 ? 0 : 1, error: '' });
      expect(attempts).toHaveLength(3);
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({ fault: null, model: LlamaServer.model, simulated: false });
        const { verified, calls } = await verifyAttempt(new AttemptStore(join(folder, 'data')), attempt.attempt_id);
        expect(verified).toBe(true);
        const [call] = calls.filter(({ kind }) => kind === 'inference');
        const completion = readResponse(call!.response)!;
        expect(completion.model).toBe(LlamaServer.model);
        expect(call!.answered_by).toEqual({ model: LlamaServer.model, endpoint: server.baseUrl, simulated: false });
        expect(completion.text.trim()).not.toBe('');
        // Reported by the server and found plausible, not estimated.
        expect(call!.usage).toEqual(completion.usage);
        expect(call!.usage!.completion_tokens).toBeGreaterThan(0);
        expect(call!.usage!.completion_tokens).toBeLessThanOrEqual(24);
        const { prompt_tokens, completion_tokens } = call!.usage!;
        expect(attempt.usage).toMatchObject({
          prompt_tokens,
          completion_tokens,
          spend_microdollars: prompt_tokens + 2 * completion_tokens,
        });
      }
    });

    it('llama.cpp streams the same answer and counts as in one piece', async () => {
      const endpoint = new HttpEndpoint({ baseUrl: server.baseUrl });
      const body = {
        model: LlamaServer.model,
        messages: [{ role: 'user', content: 'Say hello to the market.' }],
        temperature: 0,
        max_tokens: 16,
      };
      const whole = await endpoint.ask(body);
      const streamed = await endpoint.ask({ ...body, stream: true, stream_options: { include_usage: true } });
      if (whole.kind !== 'completion' || streamed.kind !== 'completion') throw new Error('There is no completion.');
      expect(streamed.completion.text).toBe(whole.completion.text);
      expect(streamed.completion.usage).toEqual(whole.completion.usage);
      expect(streamed.completion).toMatchObject({
        model: LlamaServer.model,
        finishReason: whole.completion.finishReason,
      });
      expect(streamed.completion.secondsToFirst).toBeGreaterThan(0);
      expect(whole.completion.secondsToFirst).toBeNull();
    });

    it('llama.cpp reports when a conversation no longer fits', async () => {
      const endpoint = new HttpEndpoint({ baseUrl: server.baseUrl });
      const content = 'lamp '.repeat(9_000);
      expect(await endpoint.ask({ model: LlamaServer.model, messages: [{ role: 'user', content }] })).toEqual({
        kind: 'context full',
      });
    });

    it('llama.cpp can be measured by an evaluation', async () => {
      writeFileSync(join(folder, 'one.jsonl'), `${readFileSync(problems, 'utf8').split('\n')[0]}\n`);
      const model = [...['--base-url', server.baseUrl, '--model', LlamaServer.model], ...PRICES];
      const size = ['--samples', '1', '--no-greedy', '--max-turns', '2', '--max-tokens', '24', '--tools', '4'];
      const place = ['--suite', 'one.jsonl', '--market', 'market', '--out', 'run', '--workers', '1'];
      const { code, output, error } = await assay('eval', 'run', ...model, ...size, ...place, '--json');
      expect({ code, error }).toEqual({ code: 0, error: '' });
      const { summary } = JSON.parse(output) as { summary: unknown };
      expect(summary).toMatchObject({
        provider: { spoilt_tries: 0, retries: 0 },
        effort: {
          turns: 2,
          completion_tokens: expect.any(Number),
          first_token_seconds: { median: expect.any(Number) },
        },
      });
    });
  },
);
