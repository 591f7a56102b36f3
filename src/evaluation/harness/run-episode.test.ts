import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpEndpoint } from '../../chat/client.ts';
import {
  refuse,
  type SpokenCall,
  StandInModel,
  type StandInRequest,
  say,
  shopForLamp,
} from '../../chat/testing/stand-in-model.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { SMALL_MARKET } from '../../tools/testing/small-market.ts';
import { NOT_SHOWN } from '../../verdict/why-failed.ts';
import { lampProblem } from '../testing/lamp-problem.ts';
import type { Episode, EpisodeOutcome } from './episode.ts';
import { type CallForm, type HarnessSize, harnessOf } from './harness.ts';
import { runEpisode } from './run-episode.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-episode-'));
let search: EmbeddedSearch;
let model: StandInModel;

beforeAll(async () => {
  const path = join(folder, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  search = EmbeddedSearch.open(path);
  model = await StandInModel.start();
});
afterAll(async () => {
  model.stop();
  await search.close();
  rmSync(folder, { recursive: true });
});

async function run(form: CallForm = 'native', size: HarnessSize = 7): Promise<EpisodeOutcome> {
  return await runEpisode({
    problem: lampProblem(),
    harness: harnessOf(size, form),
    endpoint: new HttpEndpoint({ baseUrl: model.baseUrl, attempts: 2, firstDelayMilliseconds: 1 }),
    search,
    maxTurns: 6,
    request: { model: 'm', temperature: 0 },
  });
}

async function episode(
  calls: (request: StandInRequest) => readonly SpokenCall[],
  form: CallForm = 'native',
): Promise<Episode> {
  model.behave((request, response) => say(response, 'I look and compare.', calls(request)));
  const outcome = await run(form);
  if (outcome.kind !== 'episode') throw new Error(outcome.detail);
  return outcome.episode;
}

const turnOf = ({ messages }: StandInRequest): number => messages.filter(({ role }) => role === 'assistant').length;
const lastMessage = (): string => model.requests.at(-1)!.messages.at(-1)!.content;

describe('runEpisode with web_search', () => {
  const web = { search: (query: string) => [{ title: 'Kavari', text: `Founded in Lomara (${query}).` }] };

  it.each([4, 7] as const)('offers web_search beside the %d tools and shows its articles', async (size) => {
    model.behave((request, response) =>
      say(
        response,
        'I look it up.',
        turnOf(request) === 0
          ? [{ name: 'web_search', arguments: '{"q":"Lomara"}' }]
          : [{ name: 'terminate', arguments: '{}' }],
      ),
    );
    await runEpisode({
      problem: lampProblem(),
      harness: harnessOf(size, 'native', undefined, { web: true }),
      endpoint: new HttpEndpoint({ baseUrl: model.baseUrl, attempts: 2, firstDelayMilliseconds: 1 }),
      search,
      web,
      maxTurns: 6,
      request: { model: 'm', temperature: 0 },
    });
    expect(model.requests.at(-1)!.tools).toHaveLength(size + 1);
    expect(lastMessage()).toContain('Founded in Lomara (Lomara).');
  });

  it('web_search is an unknown tool in the harness without it', async () => {
    await episode((request) =>
      turnOf(request) === 0
        ? [{ name: 'web_search', arguments: '{"q":"Lomara"}' }]
        : [{ name: 'terminate', arguments: '{}' }],
    );
    expect(lastMessage()).toContain('There is no tool');
    for (const form of ['native', 'tagged'] as const) expect(harnessOf(7, form).system).not.toContain('web_search');
    expect(harnessOf(7, 'tagged', undefined, { web: true }).system).toContain('web_search');
  });
});

describe('turn seeds', () => {
  const seeds = async (keepsSeed: boolean, seed = 7): Promise<readonly unknown[]> => {
    model.behave((_, response) => say(response, 'I look.', [{ name: 'find_product', arguments: '{"q":"lamp"}' }]));
    await runEpisode({
      problem: lampProblem(),
      harness: harnessOf(4, 'native'),
      endpoint: new HttpEndpoint({ baseUrl: model.baseUrl }),
      search,
      maxTurns: 5,
      request: { model: 'm', temperature: 0.9, seed },
      keepsSeed,
    });
    return model.requests.map((request) => request.seed);
  };

  it('turn seeds differ within and between episodes, and repeat when an episode is run again', async () => {
    const first = await seeds(false);
    expect(new Set([...first, ...(await seeds(false, 8))]).size).toBe(10);
    expect(await seeds(false)).toEqual(first);
  });

  it('every turn of a simulated model uses the seed of the episode', async () => {
    expect(await seeds(true)).toEqual([7, 7, 7, 7, 7]);
  });
});

describe('runEpisode', () => {
  it('an episode with native calls ends in a recommendation, scored by both rules', async () => {
    const done = await episode(shopForLamp);
    expect(done).toMatchObject({
      ending: 'terminated',
      failure: null,
      strict: { success: true, recommended: ['1001'], flags: [] },
      benchmark: { success: true },
      counts: { turns: 4, calls: 4, validCalls: 4, repeats: 0, unseenProducts: 0, idleAnswers: 0 },
    });
    expect(done.turns.map(({ promptTokens }) => promptTokens)).toEqual([100, 100, 100, 100]);
    expect(model.requests[0]!.tools).toHaveLength(7);
  });

  it('an episode with tagged text calls works the same, in both spellings and with four tools', async () => {
    model.behave((request, response) => {
      const [call] = shopForLamp(request);
      const parameters = JSON.parse(call!.arguments);
      const spelt =
        turnOf(request) % 2 === 0 ? [{ name: call!.name, parameters }] : { name: call!.name, arguments: parameters };
      say(response, `<think>Next.</think>\n<tool_call>${JSON.stringify(spelt)}</tool_call>`);
    });
    expect(await run('tagged', 4)).toMatchObject({ episode: { ending: 'terminated', strict: { success: true } } });
    expect(model.requests[0]).not.toHaveProperty('tools');
    expect(model.requests[0]!.messages[0]!.content).toContain('"find_product"');
    expect(model.requests[0]!.messages[0]!.content).not.toContain('calculate_voucher');
    expect(model.requests[1]!.messages.at(-1)!.content).toMatch(/^<obs>\[\[\{"product_id"/);
  });

  it('finds calls that a server left in the text', async () => {
    model.behave((request, response) => {
      const [call] = shopForLamp(request);
      const { name, arguments: given } = call!;
      say(response, `<tool_call>\n{"name": "${name}", "arguments": ${given}}\n</tool_call>`);
    });
    expect(await run()).toMatchObject({ episode: { ending: 'terminated', strict: { success: true } } });
  });

  it('ignores calls after results that the model made up, and treats a truncated call as a call', async () => {
    model.behave((request, response) => {
      const made =
        '<obs>[{"product_id":"77"}]</obs><tool_call>{"name":"recommend_product","parameters":{"product_ids":"77"}}</tool_call>';
      const first = `<tool_call>{"name":"find_product","parameters":{"q":"lamp"}}</tool_call>${made}`;
      const then = ['<tool_call>{"name":"find_product","param', '<tool_call>{"name":"terminate"}</tool_call>'];
      say(response, turnOf(request) === 0 ? first : then[turnOf(request) - 1]!);
    });
    expect(await run('tagged')).toMatchObject({
      episode: {
        ending: 'terminated',
        strict: { recommended: [], flags: ['no_recommendation'] },
        counts: { calls: 3, validCalls: 2, unseenProducts: 0 },
      },
    });
  });

  it('answers arguments that are not JSON with an error, and sends back what every template can parse', async () => {
    const done = await episode((request) =>
      turnOf(request) === 0
        ? [{ name: 'find_product', arguments: '{"q": "lamp"' }]
        : [{ name: 'terminate', arguments: '' }],
    );
    expect(done.counts).toMatchObject({ calls: 2, validCalls: 1 });
    expect(lastMessage()).toContain('must be a JSON object');
    const echoed = model.requests.at(-1)!.messages.find(({ role }) => role === 'assistant') as unknown as {
      tool_calls: { function: { arguments: string } }[];
    };
    expect(echoed.tool_calls[0]!.function.arguments).toBe('{}');
    expect(done).toMatchObject({
      ending: 'terminated',
      strict: { success: false },
      failure: 'nothing was recommended',
    });
  });

  it('answers unknown tools and filters with an error', async () => {
    const done = await episode((request) =>
      turnOf(request) === 0
        ? [
            { name: 'buy_now', arguments: '{}' },
            { name: 'find_product', arguments: '{"q":"lamp","price":"above:10"}' },
          ]
        : [{ name: 'terminate', arguments: '{}' }],
    );
    expect(done.counts).toMatchObject({ calls: 3, validCalls: 1 });
    const said = model.requests
      .at(-1)!
      .messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
    expect(said[0]).toContain('There is no tool');
    expect(said[1]).toContain('above:10');
  });

  it('ignores parameters that a tool does not have, and says so in the result', async () => {
    const asked = [
      { name: 'find_product', arguments: '{"q":"lamp"}' },
      { name: 'find_product', arguments: '{"q":"lamp","colour":"red","nothing":null}' },
      { name: 'view_product_information', arguments: '{"product_id":"1001"}' },
      { name: 'recommend_product', arguments: '{"product_ids":"1001","reason":"it fits","reason":"2"}' },
      { name: 'terminate', arguments: '{"status":"success","summary":"done"}' },
    ];
    const done = await episode((request) => [asked[turnOf(request)]!]);
    const said = done.messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(String(content)));
    expect(said[1]).toEqual({
      note: expect.stringMatching(/^Ignored "colour": find_product takes only q, page/),
      result: said[0],
    });
    // A missing parameter is still an error.
    expect(said[2]).toMatchObject({ error: expect.any(String), note: expect.stringContaining('"product_id"') });
    expect(said[3]).toMatchObject({ result: expect.stringContaining('1001') });
    expect(done).toMatchObject({
      ending: 'terminated',
      strict: { recommended: ['1001'], success: true },
      counts: { calls: 5, validCalls: 4, repeats: 1 },
    });
  });

  it('accepts a list in place of a comma-separated list, as the tool does', async () => {
    const done = await episode((request) =>
      turnOf(request) === 2
        ? [{ name: 'recommend_product', arguments: '{"product_ids":[1001]}' }]
        : shopForLamp(request),
    );
    expect(done.strict).toMatchObject({ success: true, flags: [] });
  });

  it('products that no result showed score nothing', async () => {
    const done = await episode((request) =>
      turnOf(request) === 0
        ? [{ name: 'recommend_product', arguments: '{"product_ids":"1001"}' }]
        : [{ name: 'terminate', arguments: '{}' }],
    );
    expect(done.counts.unseenProducts).toBe(1);
    expect(done.strict).toMatchObject({
      success: false,
      scores: { rule: 1 },
      flags: ['unseen_product'],
      not_shown: ['1001'],
    });
    expect(done.failure).toBe(NOT_SHOWN);
    // The published benchmark has no such rule.
    expect(done.benchmark).toMatchObject({ success: true });
  });

  it('ends an episode in which the model repeats itself, and counts the repetitions', async () => {
    const done = await episode(() => [{ name: 'find_product', arguments: '{"q":"lamp"}' }]);
    expect(done).toMatchObject({ ending: 'looped', counts: { turns: 6, calls: 6, repeats: 5 } });
    const searching = await episode((request) => [
      { name: 'find_product', arguments: `{"q":"lamp ${turnOf(request)}"}` },
    ]);
    expect(searching).toMatchObject({ ending: 'out of turns', counts: { repeats: 0 } });
  });

  it('ends an episode at the third answer with the same invalid call, even if not consecutive', async () => {
    const bad = { name: 'find_product', arguments: '{"q":"lamp","price":"cheap"}' };
    const good = (turn: number) => ({ name: 'find_product', arguments: `{"q":"lamp ${turn}"}` });
    const stubborn = await episode((request) => (turnOf(request) === 1 ? [good(1)] : [bad, good(turnOf(request))]));
    expect(stubborn).toMatchObject({
      ending: 'repeated invalid call',
      strict: { success: false },
      counts: { turns: 4, calls: 6, validCalls: 3 },
    });
    // Within one answer, the call is repeated before its error was read. A different mistake is a different call.
    const hasty = await episode((request) => (turnOf(request) === 0 ? [bad, bad, bad] : shopForLamp(request)));
    expect(hasty.ending).toBe('terminated');
    const searching = await episode((request) => [
      { name: 'find_product', arguments: `{"q":"lamp","price":"cheap ${turnOf(request)}"}` },
    ]);
    expect(searching).toMatchObject({ ending: 'out of turns', counts: { turns: 6, validCalls: 0 } });
  });

  it('reminds a model that calls no tool, and then ends the episode', async () => {
    const silent = await episode(() => []);
    expect(silent).toMatchObject({ ending: 'stopped calling', counts: { turns: 3, idleAnswers: 3, calls: 0 } });
    const polite = await episode((request) => (turnOf(request) === 3 ? [] : shopForLamp(request)));
    expect(polite).toMatchObject({ ending: 'finished without terminate', strict: { success: true } });
  });

  it('limits the calls executed per answer', async () => {
    const done = await episode((request) =>
      turnOf(request) === 0
        ? Array.from({ length: 40 }, (_, place) => ({ name: 'find_product', arguments: `{"q":"lamp ${place}"}` }))
        : [{ name: 'terminate', arguments: '{}' }],
    );
    expect(done.counts).toMatchObject({ calls: 41, validCalls: 9 });
  });

  it('ends an episode at an answer that is far too long, or when the context is full', async () => {
    model.behave((_, response) => say(response, 'word '.repeat(60_000)));
    expect(await run()).toMatchObject({ episode: { ending: 'answer too long', strict: { success: false } } });
    model.behave((request, response) =>
      turnOf(request) < 2
        ? say(response, '', shopForLamp(request))
        : refuse(response, 400, 'maximum context length exceeded'),
    );
    expect(await run()).toMatchObject({ episode: { ending: 'context full', counts: { turns: 2 } } });
  });

  it('shows at most the configured length of a result', async () => {
    model.behave((request, response) => say(response, '', shopForLamp(request)));
    await runEpisode({
      problem: lampProblem(),
      harness: harnessOf(4, 'native', 300),
      endpoint: new HttpEndpoint({ baseUrl: model.baseUrl, attempts: 1 }),
      search,
      maxTurns: 4,
      request: { model: 'm', temperature: 0 },
    });
    const results = model.requests.at(-1)!.messages.filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(3);
    for (const { content } of results) expect(content.length).toBeLessThanOrEqual(300);
    expect(JSON.parse(results[1]!.content)).toMatchObject([{ product_id: '1001' }, { left_out: 1 }]);
  });

  it('attributes provider failures to the provider and not to the model', async () => {
    model.behave((request, response) =>
      turnOf(request) === 0 ? say(response, '', shopForLamp(request)) : refuse(response, 500, 'oops'),
    );
    expect(await run()).toMatchObject({ kind: 'provider failure', failure: 'server error', turn: 2 });
  });
});
