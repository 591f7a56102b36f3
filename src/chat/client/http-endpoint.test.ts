import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBody, refuse, StandInModel, say, stream } from '../testing/stand-in-model.ts';
import { HttpEndpoint, type HttpEndpointOptions } from './http-endpoint.ts';

const BODY = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

let model: StandInModel;

beforeAll(async () => {
  model = await StandInModel.start();
});
afterAll(() => model.stop());

function open(options: Partial<HttpEndpointOptions> = {}): HttpEndpoint {
  return new HttpEndpoint({ baseUrl: model.baseUrl, firstDelayMilliseconds: 1, attempts: 3, ...options });
}

const piece = (delta: object, rest: object = {}) => ({ choices: [{ delta, ...rest }] });

describe('HttpEndpoint', () => {
  it('reads a complete answer: calls, tokens, log-probabilities', async () => {
    const answer = {
      choices: [
        {
          message: { content: null, tool_calls: [{ id: 'x', function: { name: 'f', arguments: '{"a":1}' } }] },
          finish_reason: 'tool_calls',
          token_ids: [5, 6],
          logprobs: {
            content: [
              { token: 'a', logprob: -0.5 },
              { token: 'b', logprob: -1 },
            ],
          },
        },
      ],
      prompt_token_ids: [1, 2, 3],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    model.behave((_, response) => refuse(response, 200, JSON.stringify(answer)));
    const reply = await open().ask(BODY);
    expect(reply).toMatchObject({
      kind: 'completion',
      retries: 0,
      completion: {
        text: '',
        toolCalls: [{ id: 'x', name: 'f', arguments: '{"a":1}' }],
        usage: { prompt_tokens: 3, completion_tokens: 2 },
        tokens: { prompt: [1, 2, 3], completion: [5, 6], logProbabilities: [-0.5, -1] },
        secondsToFirst: null,
      },
    });
  });

  it('assembles a streamed answer and measures the time to its first token', async () => {
    model.behave((_, response) =>
      stream(response, [
        { ...piece({ role: 'assistant', content: '' }), prompt_token_ids: [1, 2] },
        piece({ content: 'I ' }, { token_ids: [7], logprobs: { content: [{ logprob: -0.1 }] } }),
        piece({ content: 'look.' }, { token_ids: [8], logprobs: { content: [{ logprob: -0.2 }] } }),
        piece({ tool_calls: [{ index: 0, id: 'a', function: { name: 'find_product', arguments: '{"q":' } }] }),
        piece({ tool_calls: [{ index: 0, function: { arguments: '"lamp"}' } }] }),
        piece({ tool_calls: [{ index: 1, id: 'b', function: { name: 'terminate', arguments: '{}' } }] }),
        piece({}, { finish_reason: 'tool_calls' }),
        { choices: [], usage: { prompt_tokens: 2, completion_tokens: 9 } },
        '[DONE]',
      ]),
    );
    const reply = await open().ask({ ...BODY, stream: true });
    expect(reply).toMatchObject({
      kind: 'completion',
      completion: {
        text: 'I look.',
        toolCalls: [
          { id: 'a', name: 'find_product', arguments: '{"q":"lamp"}' },
          { id: 'b', name: 'terminate', arguments: '{}' },
        ],
        finishReason: 'tool_calls',
        usage: { prompt_tokens: 2, completion_tokens: 9 },
        tokens: { prompt: [1, 2], completion: [7, 8], logProbabilities: [-0.1, -0.2] },
        secondsToFirst: expect.any(Number),
        seconds: expect.any(Number),
      },
    });
  });

  it('there is no time to first token when the whole answer arrives in one event', async () => {
    model.behave((_, response) =>
      stream(response, [piece({ role: 'assistant', content: 'I look.' }, { finish_reason: 'stop' }), '[DONE]']),
    );
    expect(await open().ask({ ...BODY, stream: true })).toMatchObject({
      completion: { text: 'I look.', secondsToFirst: null, seconds: expect.any(Number) },
    });
  });

  it('tells truncated, failing and invalid streams from answers', async () => {
    const failures: unknown[] = [];
    for (const pieces of [
      [piece({ content: 'and then' })],
      [piece({ content: 'x' }), '{"choices": ['],
      [piece({ content: 'x' }), { error: { message: 'out of memory' } }],
    ]) {
      model.behave((_, response) => stream(response, pieces));
      const reply = await open().ask(BODY);
      failures.push(reply.kind === 'failure' ? reply.failure : reply.kind);
    }
    expect(failures).toEqual(['broken off', 'malformed answer', 'server error']);
  });

  it.each([
    ['nothing', ''],
    ['half of it', answerBody('x').slice(0, -5)],
    ['a page', '<html>502</html>'],
    ['no choices', '{"choices":[]}'],
    ['too deep', `${'['.repeat(10_000)}`],
  ])('reports a malformed answer and does not retry: %s', async (_, body) => {
    model.behave((_request, response) => refuse(response, 200, body));
    expect(await open().ask(BODY)).toMatchObject({ kind: 'failure', failure: 'malformed answer', retries: 0 });
    expect(model.requests).toHaveLength(1);
  });

  it('gives up on an answer of ten megabytes, complete or streamed', async () => {
    const long = 'x'.repeat(10 * 1024 * 1024);
    model.behave((_, response) => say(response, long));
    expect(await open().ask(BODY)).toMatchObject({ kind: 'failure', failure: 'oversized answer' });
    model.behave((_, response) => stream(response, [long]));
    expect(await open().ask(BODY)).toMatchObject({ kind: 'failure', failure: 'oversized answer' });
  });

  it('retries through repeated 429 responses and names them when they do not end', async () => {
    model.behave((_, response, number) => (number < 2 ? refuse(response, 429, 'slow down') : say(response, 'at last')));
    expect(await open().ask(BODY)).toMatchObject({ kind: 'completion', retries: 2 });
    model.behave((_, response) => refuse(response, 429, 'slow down', { 'retry-after': '0' }));
    expect(await open().ask(BODY)).toMatchObject({ kind: 'failure', failure: 'rate limited', retries: 2 });
    model.behave((_, response) => refuse(response, 429, 'later', { 'retry-after': '3600' }));
    expect(await open().ask(BODY)).toMatchObject({ failure: 'rate limited', retries: 0 });
  });

  it('tells servers that fail, hang up, are slow or are unreachable apart', async () => {
    model.behave((_, response) => refuse(response, 503, 'busy'));
    expect(await open().ask(BODY)).toMatchObject({ failure: 'server error', retries: 2 });
    model.behave((_, response) => response.destroy());
    expect(await open().ask(BODY)).toMatchObject({ failure: 'unreachable', retries: 2 });
    model.behave(() => {});
    expect(await open({ timeoutMilliseconds: 50 }).ask(BODY)).toMatchObject({ failure: 'timed out', retries: 0 });
    const nobody = new HttpEndpoint({ baseUrl: 'http://127.0.0.1:9/v1', attempts: 2, firstDelayMilliseconds: 1 });
    expect(await nobody.ask(BODY)).toMatchObject({ kind: 'failure', failure: 'unreachable', retries: 1 });
  });

  it('stops at a rejected key, an exhausted quota or a missing model', async () => {
    model.behave((_, response) => refuse(response, 401, 'Incorrect API key provided: sk-secret-123'));
    const refused = open({ apiKey: 'sk-secret-123' }).ask(BODY);
    await expect(refused).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
    await expect(refused).rejects.not.toThrow(/sk-secret/);
    model.behave((_, response) => refuse(response, 429, '{"error":{"code":"insufficient_quota"}}'));
    await expect(open().ask(BODY)).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
    model.behave((_, response) => refuse(response, 404, '{"error":{"code":"model_not_found"}}'));
    await expect(open().ask(BODY)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('"m"') });
    model.behave((_, response) => refuse(response, 400, 'The model `m` does not exist.'));
    await expect(open().ask(BODY)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('tells a conversation that exceeds the context from other rejected requests', async () => {
    model.behave((_, response) => refuse(response, 400, "This model's maximum context length is 4096 tokens."));
    expect(await open().ask(BODY)).toEqual({ kind: 'context full' });
    const ofLlamaCpp =
      '{"error":{"code":400,"message":"request (9032 tokens) exceeds the available context size (4096 tokens), ' +
      'try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9032,"n_ctx":4096}}';
    model.behave((_, response) => refuse(response, 400, ofLlamaCpp));
    expect(await open().ask(BODY)).toEqual({ kind: 'context full' });
    model.behave((_, response) => refuse(response, 400, 'messages[3].tool_calls is wrong'));
    expect(await open().ask(BODY)).toMatchObject({ failure: 'request refused', retries: 0 });
  });
});
