import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderScript, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { checkEndpoint, checkJudges } from './check-endpoint.ts';
import { openModels } from './open-models.ts';

let provider: StandInProvider;

beforeAll(async () => {
  provider = await StandInProvider.start();
});

afterAll(() => provider.stop());

const LIST: ProviderScript = { status: 200, body: '{"data":[{"id":"some/model"},{"id":"other/model"}]}' };

/** The error for an endpoint that gives this answer to the short request, or 'nothing'. */
async function check(answer: ProviderScript, answersAs: readonly string[] = []): Promise<string> {
  provider.reset(LIST, answer, LIST);
  const options = { model: 'some/model', baseUrl: provider.baseUrl, apiKeyEnv: 'ASSAY_NO_KEY', answersAs };
  try {
    await checkEndpoint(await openModels(options));
    return 'nothing';
  } catch (error) {
    return String(error instanceof Error ? `${error.message} ${'remedy' in error ? error.remedy : ''}` : error);
  }
}

const said = (status: number, message: string): ProviderScript => ({
  status,
  body: JSON.stringify({ error: { message } }),
});

describe('endpoint check', () => {
  it.each<[string, ProviderScript, RegExp]>([
    ['a wrong key', said(401, 'Invalid API key provided'), /refuses calls without a key \(401\): Invalid API key/],
    ['an empty account', said(402, 'Insufficient credits'), /\(402\): Insufficient credits/],
    ['a spent quota', said(429, 'insufficient_quota'), /\(429\): insufficient_quota/],
    [
      'a wrong model',
      said(404, 'no endpoints for some/model'),
      /no model "some\/model".*no endpoints.*It serves some\/model/,
    ],
    ['a wrong model, with 400', said(400, 'model some/model does not exist'), /no model "some\/model"/],
    [
      'a wrong address',
      { status: 404, body: '<html><h1>Not Found</h1></html>' },
      /no chat completions at .*: Not Found/,
    ],
    ['a page in place of a completion', { status: 200, body: '<html>Welcome</html>' }, /no chat completions.*Welcome/],
    ['a redirect', { status: 302, headers: { location: '/login' } }, /no chat completions.*\(302\)/],
    ['a server error', said(500, 'out of memory'), /fails \(500\): out of memory/],
    [
      'another model',
      { status: 200, body: '{"model":"x/y","choices":[{"message":{"content":"yes"}}]}' },
      /--answers-as x\/y/,
    ],
  ])('%s is detected with one request, in the words of the provider', async (_, answer, message) => {
    expect(await check(answer)).toMatch(message);
    expect(provider.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1);
  });

  it.each<[string, readonly ProviderScript[]]>([
    ['list of models', [said(401, 'Incorrect API key provided: sk-a-long-secret')]],
    ['completion', [LIST, said(401, 'Incorrect API key provided: sk-a-long-secret')]],
  ])('removes the key from the words of a provider that refuses the %s', async (_, answers) => {
    process.env.ASSAY_SAMPLE_KEY = 'sk-a-long-secret';
    try {
      provider.reset(...answers);
      const options = { model: 'some/model', baseUrl: provider.baseUrl, apiKeyEnv: 'ASSAY_SAMPLE_KEY' };
      const checked = openModels(options).then(checkEndpoint);
      await expect(checked).rejects.toMatchObject({
        code: 'CREDENTIAL_REFUSED',
        message: `${provider.baseUrl} refuses the key (401): Incorrect API key provided: [key removed]`,
      });
    } finally {
      delete process.env.ASSAY_SAMPLE_KEY;
    }
  });

  it.each<[string, ProviderScript]>([
    ['answers', { status: 200, body: '{"choices":[{"message":{"content":"yes"}}]}' }],
    ['is busy', said(429, 'slow down')],
    ['is starting', said(503, 'loading model')],
    ['dislikes a field of the request', said(400, "max_tokens is not supported, use 'max_completion_tokens'")],
  ])('accepts an endpoint that %s', async (_, answer) => {
    expect(await check(answer)).toBe('nothing');
  });

  it('an endpoint may report the model under a configured alias', async () => {
    const answer = { status: 200, body: '{"model":"x/y","choices":[{"message":{"content":"yes"}}]}' };
    expect(await check(answer, ['x/y'])).toBe('nothing');
  });

  it('a wrong key of a judge is detected with one request, in the words of the provider', async () => {
    provider.reset(said(401, 'Invalid API key provided'));
    const panel = { endpoint: provider.baseUrl, models: ['a', 'b'], apiKey: 'sk-x', prefix: 'judge-' } as const;
    await expect(checkJudges(panel)).rejects.toMatchObject({
      code: 'CREDENTIAL_REFUSED',
      message: expect.stringContaining('(401): Invalid API key provided'),
      remedy: expect.stringContaining('--judge-api-key-env'),
    });
    expect(provider.requests).toHaveLength(1);
  });

  it('checks each model of a panel once, and accepts another name in the answer', async () => {
    provider.reset(
      { status: 200, body: '{"model":"x/y","choices":[{"message":{"content":"yes"}}]}' },
      said(404, 'no b'),
    );
    const panel = { endpoint: provider.baseUrl, models: ['a', 'a', 'b'], apiKey: undefined, prefix: '' } as const;
    await expect(checkJudges(panel)).rejects.toThrow(/has no model "b".*no b/);
    expect(provider.requests.map(({ body }) => (JSON.parse(body || '{}') as { model?: string }).model)).toEqual([
      'a',
      'b',
      undefined,
    ]);
  });

  it('an endpoint requires a model name, even if it serves only one', async () => {
    provider.reset({ status: 200, body: '{"data":[{"id":"only/model"}]}' });
    await expect(openModels({ baseUrl: provider.baseUrl, apiKeyEnv: 'ASSAY_NO_KEY' })).rejects.toThrow(
      /--base-url needs --model.*only\/model/,
    );
  });
});
