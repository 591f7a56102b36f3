import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { trajectoryOf } from '../filter/attempt-reading.ts';
import { isQuarantined } from '../intake/quarantine.ts';
import { readLog, writeLog } from './testing/log-fixtures.ts';

type Message = Readonly<Record<string, unknown>>;

const TOOLS = ['find_product', 'recommend_product'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties: {} } },
}));

interface LoggedCall {
  readonly request: { readonly messages: readonly Message[]; readonly tools: readonly object[] };
  readonly response: { readonly id: string; readonly model: string; readonly choices: readonly object[] };
}

/** An agent's calls as a proxy logs them: every request repeats the history, with answers as the client writes them again. */
function callsOf(query: string, model = 'some/model'): LoggedCall[] {
  const messages: Message[] = [
    { role: 'system', content: 'You shop.' },
    { role: 'user', content: query },
  ];
  const answers = [
    { name: 'find_product', given: '{"q":"lamp", "page":1}', reasoning_content: 'They want a lamp.' },
    { name: 'recommend_product', given: '{"product_ids":"1000000001"}', reasoning_content: 'The first will do.' },
    { name: null, given: '', reasoning_content: null },
  ];
  return answers.map(({ name, given, reasoning_content }, place) => {
    const id = `call_${place}`;
    const asked = [{ id, type: 'function', index: 0, function: { name, arguments: given } }];
    const content = name === null ? 'Done.' : `I use ${name}.`;
    const message = {
      role: 'assistant',
      refusal: null,
      content,
      reasoning_content,
      ...(name && { tool_calls: asked }),
    };
    const request = { messages: [...messages], tools: TOOLS };
    const rewritten = JSON.stringify(JSON.parse(given || '{}'), null, 1);
    messages.push(
      { role: 'assistant', content, tool_calls: [{ id, type: 'function', function: { name, arguments: rewritten } }] },
      { role: 'tool', tool_call_id: id, content: `[{"product_id":"1000000001","title":"Lamp for ${query}"}]` },
    );
    const choices = [{ index: 0, finish_reason: name === null ? 'stop' : 'tool_calls', message }];
    return { request, response: { id: `chatcmpl-${query}-${place}`, object: 'chat.completion', model, choices } };
  });
}

function lines(documents: readonly unknown[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}

async function readings(name: string, content: string | Uint8Array) {
  return (await readLog(writeLog(name, content))).map((each) => {
    if (isQuarantined(each)) throw new Error(`${each.reason}: ${each.detail}`);
    const trajectory = trajectoryOf(each.reading);
    return { ...each.reading, messages: trajectory?.messages ?? [], steps: trajectory?.steps ?? [] };
  });
}

const [LAMP, DESK] = [callsOf('a lamp'), callsOf('a desk', 'other/model')];
const CONVERSATION = ['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'];

describe('logs with one call per line', () => {
  it('joins the calls of one conversation, with the reasoning that later requests omit', async () => {
    const [found, ...others] = await readings('calls.jsonl', lines(LAMP));
    expect(others).toEqual([]);
    expect(found!.messages.map(({ role }) => role)).toEqual(CONVERSATION);
    expect(found!.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
      '<think>They want a lamp.</think>\nI use find_product.',
      '<think>The first will do.</think>\nI use recommend_product.',
      'Done.',
    ]);
    expect(found!.steps.map(({ message, finish_reason }) => [message, finish_reason])).toEqual([
      [2, 'tool_calls'],
      [4, 'tool_calls'],
      [6, 'stop'],
    ]);
    expect(found!.facts).toMatchObject({ attempt_id: 'chatcmpl-a lamp-2-claimed', policy: { name: 'some/model' } });
  });

  it('separates interleaved conversations, in whatever order and container the calls are', async () => {
    const interleaved = LAMP.flatMap((call, place) => [call, DESK[place]!]);
    const files: readonly [string, string | Uint8Array][] = [
      ['calls.jsonl', lines(interleaved)],
      ['newest-first.jsonl', lines(interleaved.toReversed())],
      ['calls.jsonl.gz', gzipSync(lines(interleaved))],
      ['calls.json', JSON.stringify(interleaved, null, 2)],
    ];
    for (const [name, content] of files) {
      const found = (await readings(name, content)).toSorted((left, right) =>
        left.facts.policy.name < right.facts.policy.name ? -1 : 1,
      );
      expect(found.map(({ facts, messages }) => [facts.policy.name, messages[1]!.content, messages.length])).toEqual([
        ['other/model', 'a desk', 7],
        ['some/model', 'a lamp', 7],
      ]);
    }
  });

  it('two conversations that begin with the same call are both complete', async () => {
    const other = LAMP.map(({ request, response }) => ({
      response,
      request: {
        ...request,
        messages: request.messages.map((each) => (each.role === 'tool' ? { ...each, content: '[]' } : each)),
      },
    }));
    const found = await readings('calls.jsonl', lines([LAMP[0], other[0], LAMP[1], other[1], other[2], LAMP[2]]));
    expect(found.map(({ messages }) => [messages.length, messages[3]!.content])).toEqual([
      [7, '[]'],
      [7, expect.stringContaining('1000000001')],
    ]);
  });

  it('joins requests whose answers were not logged, and calls with the response beside the messages', async () => {
    const requests = LAMP.map(({ request }) => ({ messages: request.messages, tools: TOOLS }));
    expect((await readings('requests.jsonl', lines(requests))).map(({ messages }) => messages.length)).toEqual([6]);
    const logged = LAMP.map(({ request, response }) => ({
      id: response.id,
      messages: request.messages,
      model_parameters: { tools: TOOLS },
      response,
    }));
    const [found, ...others] = await readings('logged.jsonl', lines(logged));
    expect(others).toEqual([]);
    expect(found!.messages.map(({ role }) => role)).toEqual(CONVERSATION);
  });

  it('names every model that answered in a conversation', async () => {
    const routed = [LAMP[0], { ...LAMP[1]!, response: { ...LAMP[1]!.response, model: 'other/model' } }, LAMP[2]];
    const [found] = await readings('routed.jsonl', lines(routed));
    expect(found!.facts.policy.name).toBe('some/model + other/model');
  });

  it('keeps conversations apart that only begin alike, and an answer that was discarded', async () => {
    const [first] = LAMP;
    const discarded = {
      ...first!,
      response: { ...first!.response, id: 'retried', choices: DESK[2]!.response.choices },
    };
    const found = await readings('retried.jsonl', lines([discarded, ...LAMP]));
    expect(found.map(({ messages, facts }) => [facts.attempt_id, messages.length])).toEqual([
      ['retried-claimed', 0],
      ['chatcmpl-a lamp-2-claimed', 7],
    ]);
  });

  it('a broken line loses only its own call', async () => {
    const [one, two, three] = LAMP.map((call) => JSON.stringify(call));
    const found = await readLog(writeLog('torn.jsonl', `${one}\n${two!.slice(0, 200)}\n${three}\n`));
    expect(found.map((each) => (isQuarantined(each) ? each.reason : 'read'))).toEqual(['NOT_JSON', 'read']);
  });
});
