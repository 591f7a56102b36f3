import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse, StandInModel, say } from '../testing/stand-in-model.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { EXTRAS, type Extra, negotiate, PLAIN_EXTRAS } from './negotiate.ts';

let model: StandInModel;

beforeAll(async () => {
  model = await StandInModel.start();
});
afterAll(() => model.stop());

const TOOLS = [{ type: 'function', function: { name: 'terminate', parameters: { type: 'object', properties: {} } } }];

const ask = (wanted: readonly Extra[] = EXTRAS) =>
  negotiate(new HttpEndpoint({ baseUrl: model.baseUrl, attempts: 1 }), 'm', model.baseUrl, TOOLS, wanted);

describe('negotiate', () => {
  it('requests every option and keeps those that the server accepts', async () => {
    model.behave((_, response) => say(response, 'yes'));
    expect(await ask()).toEqual(EXTRAS);
    expect(model.requests[0]).toMatchObject({ return_token_ids: true, logprobs: true, stream: true });
  });

  it('does not request an option that is not wanted', async () => {
    model.behave((_, response) => say(response, 'yes'));
    expect(await ask(PLAIN_EXTRAS)).toEqual(PLAIN_EXTRAS);
    expect(model.requests[0]).not.toHaveProperty('logprobs');
    expect(model.requests[0]).not.toHaveProperty('return_token_ids');
  });

  it('leaves out an option that the server rejects by name', async () => {
    model.behave((request, response) => {
      const known = ['model', 'messages', 'max_tokens', 'seed', 'tools', 'stream', 'stream_options'];
      const unknown = Object.keys(request).find((field) => !known.includes(field));
      if (unknown === undefined) say(response, 'yes');
      else refuse(response, 400, `Unrecognized request argument supplied: ${unknown}`);
    });
    expect(await ask()).toEqual(['stream_options', 'stream', 'seed', 'tools', 'max_tokens']);
    expect(model.requests).toHaveLength(3);
  });

  it('uses the newer name of the token limit when the older one is rejected', async () => {
    model.behave((request, response) =>
      'max_tokens' in request
        ? refuse(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : say(response, 'yes'),
    );
    expect(await ask()).toEqual(EXTRAS.filter((extra) => extra !== 'max_tokens'));
    expect(model.requests[1]).toHaveProperty('max_completion_tokens');
  });

  it('falls back to a plain request when a server does not name what it rejects', async () => {
    model.behave((request, response) =>
      Object.keys(request).length > 3 ? refuse(response, 422, 'no') : say(response, 'yes'),
    );
    expect(await ask()).toEqual(['max_tokens']);
  });

  it('fails before any measurement when the server is unreachable or rejects everything', async () => {
    model.behave((_, response) => refuse(response, 422, 'never'));
    await expect(ask()).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    const nobody = new HttpEndpoint({ baseUrl: 'http://127.0.0.1:9/v1', attempts: 1 });
    await expect(negotiate(nobody, 'm', 'http://127.0.0.1:9/v1', TOOLS, EXTRAS)).rejects.toMatchObject({
      code: 'INFERENCE_FAILED',
    });
  });
});
