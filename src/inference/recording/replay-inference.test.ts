import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../chat/schema.ts';
import { OpenAiInference } from '../openai-inference.ts';
import { StandInProvider } from '../testing/stand-in-provider.ts';
import { RecordingInference } from './recording-inference.ts';
import { ReplayInference } from './replay-inference.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-replay-'));
const KEY = 'sk-very-secret-key';
let provider: StandInProvider;
let files = 0;
let file: string;

beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => {
  provider.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  file = join(folder, `${++files}.jsonl`);
});

function ask(...contents: string[]): ChatRequest {
  return { model: 'm', messages: contents.map((content) => ({ role: 'user', content })), temperature: 0.5 };
}

async function record(script: Parameters<StandInProvider['reset']>, ...bodies: ChatRequest[]): Promise<void> {
  provider.reset(...script);
  const inner = new OpenAiInference({ baseUrl: provider.baseUrl, attempts: 1 });
  const recording = new RecordingInference(inner, file);
  for (const body of bodies) await recording.chat(body, { apiKey: KEY }).catch(() => {});
}

describe('a recording, replayed', () => {
  it('a replay answers byte for byte, the n-th identical request with the n-th answer', async () => {
    const bodies = [
      '{"a": 1}\r\n',
      'é☕\u2028',
      '\ufeff{}',
      '{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
    ];
    await record(
      bodies.map((body, index) => ({ status: 200 + index, body })),
      ask('x'),
      ask('y'),
      ask('x'),
      ask('x'),
    );
    const replay = await ReplayInference.open(file);
    expect(await replay.chat(ask('x'))).toMatchObject({ status: 200, body: bodies[0], usage: null });
    expect(await replay.chat(ask('x'))).toMatchObject({ status: 202, body: bodies[2], usage: null });
    expect(await replay.chat(ask('y'))).toMatchObject({ status: 201, body: bodies[1], usage: null });
    expect(await replay.chat(ask('x'))).toMatchObject({
      status: 203,
      body: bodies[3],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    await expect(replay.chat(ask('x'))).rejects.toMatchObject({
      code: 'REPLAY_DIVERGED',
      message: expect.stringMatching(/recorded 3 times, and this is one more/),
    });
    expect(await replay.models()).toEqual(['m']);
  });

  it('a replay finds a request whatever the order of its fields', async () => {
    await record([{ status: 200, body: 'one' }], ask('x'));
    const { model, messages, temperature } = ask('x');
    const replay = await ReplayInference.open(file);
    expect((await replay.chat({ temperature, messages, model })).body).toBe('one');
  });

  it('a replay repeats failures and refusals', async () => {
    await record([(response) => response.destroy(), { status: 500, body: 'down' }], ask('x'), ask('x'));
    const replay = await ReplayInference.open(file);
    await expect(replay.chat(ask('x'))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(await replay.chat(ask('x'))).toMatchObject({ status: 500, body: 'down' });
  });

  it('a recording omits an aborted call', async () => {
    provider.reset(() => {});
    const recording = new RecordingInference(new OpenAiInference({ baseUrl: provider.baseUrl }), file);
    await expect(recording.chat(ask('x'), { signal: AbortSignal.timeout(50) })).rejects.toThrow(/given up/);
    await recording.chat(ask('x'));
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
  });

  it('a recording holds no key, not even one the provider repeats, and is readable by its owner only', async () => {
    await record([{ status: 401, body: `bad key ${KEY}` }], ask('x'));
    expect(readFileSync(file, 'utf8')).not.toContain(KEY);
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each([
    ['another message', ask('a', 'b', 'z'), /3 messages.*differs first in message 3.*"c" ?\}? was recorded.*"z"/],
    ['a message more', ask('a', 'b', 'c', 'd'), /4 messages.*ends before message 4/],
    ['a message less', ask('a', 'b'), /continues with message 3/],
    [
      'another model',
      { ...ask('a', 'b', 'c'), model: 'n' },
      /model "n" with 3 messages.*same messages and differs in model/,
    ],
    ['another temperature', { ...ask('a', 'b', 'c'), temperature: 1, seed: 3 }, /differs in seed, temperature/],
    ['nothing in common', ask('q'), /differs from message 1 on/],
  ])('a replay says how a request with %s differs', async (_, body, message) => {
    await record([], ask('a', 'b', 'c'), ask('k'));
    const replay = await ReplayInference.open(file);
    await expect(replay.chat(body)).rejects.toMatchObject({
      code: 'REPLAY_DIVERGED',
      message: expect.stringMatching(message),
    });
  });

  it('a replay says when nothing was recorded', async () => {
    writeFileSync(file, '');
    await expect((await ReplayInference.open(file)).chat(ask('x'))).rejects.toThrow(/recording is empty/);
  });

  it.each([
    ['broken off', (text: string) => text.slice(0, -20), /line 1 is not valid JSON/],
    ['of another kind', () => '{"a":1}\n', /line 1 is not a recorded call/],
    ['edited', (text: string) => text.replace('"x"', '"y"'), /line 1 was edited/],
  ])('a replay rejects a file that is %s', async (_, change, message) => {
    await record([], ask('x'));
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    await expect(ReplayInference.open(file)).rejects.toThrow(message);
  });

  it('a recording continues where an earlier one stopped', async () => {
    await record([{ status: 200, body: 'one' }], ask('x'));
    await record([{ status: 200, body: 'two' }], ask('x'));
    appendFileSync(file, '\n');
    const replay = await ReplayInference.open(file);
    expect([(await replay.chat(ask('x'))).body, (await replay.chat(ask('x'))).body]).toEqual(['one', 'two']);
  });

  it('a replay handles fields named like parts of JavaScript', async () => {
    const body = JSON.parse('{"model":"m","messages":[{"__proto__":{"a":1}}],"constructor":2,"__proto__":3}');
    await record([{ status: 200, body: 'one' }], body);
    expect((await (await ReplayInference.open(file)).chat(body)).body).toBe('one');
  });
});
