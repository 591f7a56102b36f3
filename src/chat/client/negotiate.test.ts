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
  it('asks for everything and keeps it when nobody minds', async () => {
    model.behave((_, response) => say(response, 'yes'));
    expect(await ask()).toEqual(EXTRAS);
    expect(model.requests[0]).toMatchObject({ return_token_ids: true, logprobs: true, stream: true });
  });

  it('does not ask for what is not wanted', async () => {
    model.behave((_, response) => say(response, 'yes'));
    expect(await ask(PLAIN_EXTRAS)).toEqual(PLAIN_EXTRAS);
    expect(model.requests[0]).not.toHaveProperty('logprobs');
    expect(model.requests[0]).not.toHaveProperty('return_token_ids');
  });

  it('leaves out what a server refuses by name', async () => {
    model.behave((request, response) => {
      const known = ['model', 'messages', 'max_tokens', 'seed', 'tools', 'stream', 'stream_options'];
      const unknown = Object.keys(request).find((field) => !known.includes(field));
      if (unknown === undefined) say(response, 'yes');
      else refuse(response, 400, `Unrecognized request argument supplied: ${unknown}`);
    });
    expect(await ask()).toEqual(['stream_options', 'stream', 'seed', 'tools', 'max_tokens']);
    expect(model.requests).toHaveLength(3);
  });

  it('gives the limit its newer name where the older one is refused', async () => {
    model.behave((request, response) =>
      'max_tokens' in request
        ? refuse(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : say(response, 'yes'),
    );
    expect(await ask()).toEqual(EXTRAS.filter((extra) => extra !== 'max_tokens'));
    expect(model.requests[1]).toHaveProperty('max_completion_tokens');
  });

  it('ends with a plain request where a server does not say what it minds', async () => {
    model.behave((request, response) =>
      Object.keys(request).length > 3 ? refuse(response, 422, 'no') : say(response, 'yes'),
    );
    expect(await ask()).toEqual(['max_tokens']);
  });

  it('finds out before anything is measured that nobody is there, or refuses everything', async () => {
    model.behave((_, response) => refuse(response, 422, 'never'));
    await expect(ask()).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    const nobody = new HttpEndpoint({ baseUrl: 'http://127.0.0.1:9/v1', attempts: 1 });
    await expect(negotiate(nobody, 'm', 'http://127.0.0.1:9/v1', TOOLS, EXTRAS)).rejects.toMatchObject({
      code: 'INFERENCE_FAILED',
    });
  });
});
