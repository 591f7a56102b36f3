import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResponse } from '../../chat/read-response.ts';
import { runEpisode } from '../../evaluation/harness.ts';
import { type OpenSmallMarket, openSmallMarket } from '../../tools/testing/open-small-market.ts';
import { lampEnvironment, SECRET, SOLVING } from '../testing/lamp-environment.ts';
import { EnvironmentSession, type StepResult } from './environment-session.ts';
import { readAction } from './session-wire.ts';

let market: OpenSmallMarket;
beforeAll(async () => {
  market = await openSmallMarket();
});
afterAll(async () => await market.close());

function open(changed = {}): EnvironmentSession {
  return new EnvironmentSession(lampEnvironment(market.search, changed));
}

async function steps(session: EnvironmentSession, answers: readonly object[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const answer of answers) results.push(await session.step(readAction(answer)!));
  return results;
}

describe('an episode of a session', () => {
  it('a session plays the same episode as an evaluation: same messages, ending and score', async () => {
    const environment = lampEnvironment(market.search);
    const { problem } = environment.splits[0]!.problems[0]!;
    const waiting = [...SOLVING];
    const endpoint = {
      ask: async () => {
        const completion = readResponse({ choices: [{ message: waiting.shift() }] })!;
        const measured = { ...completion, tokens: NO_TOKENS, secondsToFirst: null, seconds: null };
        return { kind: 'completion', completion: measured, retries: 0 } as const;
      },
    };
    const outcome = await runEpisode({ ...environment, problem, endpoint, request: { model: 'm' } });
    if (outcome.kind !== 'episode') throw new Error(outcome.detail);

    const session = new EnvironmentSession(environment);
    const first = session.reset({ problem_id: problem.id });
    const results = await steps(session, SOLVING);
    const messages = results.flatMap(({ observation }) => [
      observation.assistant,
      ...(observation.messages as readonly unknown[]),
    ]);
    expect([...(first.observation.messages as readonly unknown[]), ...messages]).toEqual(outcome.episode.messages);
    expect(results.at(-1)).toMatchObject({
      done: true,
      metadata: { outcome: 1, ending: outcome.episode.ending, recommended: ['1001'] },
    });
    expect(outcome.episode.strict.success).toBe(true);
    expect(results.slice(0, -1).map(({ done }) => done)).toEqual([false, false, false]);
  });

  it('rewards each call of the teacher once, and the outcome with the last step', async () => {
    const session = open();
    session.reset({ index: 0 });
    const results = await steps(session, SOLVING);
    const rewards = results.map(({ reward }) => reward!);
    // Three of the teacher's four calls were made; opening the pages is not one of them.
    expect(rewards[0]).toBeCloseTo(0.3 / 4, 6);
    expect(rewards[1]).toBe(0);
    expect(rewards.at(-1)).toBeCloseTo(1 + 0.3 / 4, 6);
    session.reset({ index: 0 });
    const again = await steps(session, [SOLVING[0]!, SOLVING[0]!]);
    expect(again[1]!.metadata).toMatchObject({ step_reward: 0.2, step_parts: { repeat: -0.2 } });
  });

  it('rewards only the outcome on the eval split', async () => {
    const session = open();
    session.reset({ split: 'eval', index: 1 });
    const results = await steps(session, SOLVING);
    expect(results.map(({ reward }) => reward)).toEqual([0, 0, 0, 1]);
    expect(results[0]!.metadata).toEqual({});
  });

  it('an episode reveals neither targets nor calls of the teacher', async () => {
    const session = open();
    const told = [session.reset({ index: 0 }), ...(await steps(session, SOLVING)), session.state()];
    told.push(session.reset({ split: 'eval' }), ...(await steps(session, [{ content: 'Hm.' }])));
    expect(JSON.stringify(told)).not.toContain(SECRET);
  });

  it('accepts calls one at a time, under OpenEnv’s names', async () => {
    const session = open();
    session.reset({ index: 0 });
    const [found] = await steps(session, [
      { type: 'call_tool', tool_name: 'find_product', arguments: { q: 'kavari desk lamp' }, metadata: {} },
    ]);
    expect(found!.observation).toMatchObject({ tool_name: 'find_product', turn: 1 });
    expect(String(found!.observation.result)).toContain('"1001"');
  });

  it('an episode ends after three answers without a call or when turns run out, as in an evaluation', async () => {
    const session = open();
    session.reset({ index: 0 });
    const silent = await steps(session, [{ content: 'a' }, { content: 'b' }, { content: 'c' }]);
    expect(silent.at(-1)).toMatchObject({ done: true, reward: 0, observation: { ending: 'stopped calling' } });
    const short = open({ maxTurns: 1 });
    short.reset({ index: 0 });
    const [only] = await steps(short, [SOLVING[0]!]);
    expect(only).toMatchObject({ done: true, observation: { ending: 'out of turns' } });
  });

  it('an episode ends when the conversation has filled any context window', async () => {
    const session = open({ maxTurns: 20 });
    session.reset({ index: 0 });
    // The longest allowed answer, with a call that adds nothing new.
    const long = { ...SOLVING[0]!, content: 'x'.repeat(199_000) };
    const results = await steps(session, Array(6).fill(long));
    expect(results.at(-1)).toMatchObject({ done: true, observation: { ending: 'context full' } });
    expect(results.at(-2)!.done).toBe(false);
  });
});

describe('a session', () => {
  it('draws the same problem for the same seed, and reports a seed that it drew itself', () => {
    const session = open();
    const problemOf = (request: object) => session.reset(request).observation.problem_id;
    for (const seed of [0, 1, 2 ** 40]) expect(problemOf({ seed })).toBe(problemOf({ seed }));
    const drawn = new Set(Array.from({ length: 60 }, (_, seed) => problemOf({ seed })));
    expect(drawn).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f']));
    const { observation, metadata } = session.reset({});
    expect(problemOf({ seed: metadata!.seed })).toBe(observation.problem_id);
  });

  it('rejects a step without an episode and after its end, and an unknown problem', async () => {
    const session = open();
    await expect(steps(session, [SOLVING[0]!])).rejects.toThrow('There is no episode to step.');
    session.reset({ index: 0 });
    await steps(session, SOLVING);
    await expect(steps(session, [SOLVING[0]!])).rejects.toThrow('The episode is over (terminated).');
    expect(() => session.reset({ problem_id: 'x' })).toThrow('The split train has no problem "x"');
    expect(() => session.reset({ index: 6 })).toThrow('has no problem number 6');
    const trainOnly = open({ splits: lampEnvironment(market.search).splits.slice(0, 1) });
    expect(() => trainOnly.reset({ split: 'eval' })).toThrow('no split eval');
  });

  it('a session has no episode after the market fails in the middle of a step', async () => {
    const broken = { ...market.search, find: () => Promise.reject(new Error('gone')) };
    const session = open({ search: broken });
    session.reset({ index: 0 });
    await expect(steps(session, [SOLVING[0]!])).rejects.toThrow('gone');
    expect(session.state()).toMatchObject({ episode_id: null, done: false });
  });
});

const NO_TOKENS = { prompt: null, completion: null, logProbabilities: null };

describe('an action', () => {
  it.each([
    [{ content: 'Hello.' }],
    [{ tool_calls: [] }],
    [{ role: 'assistant', content: null, tool_calls: SOLVING[0]!.tool_calls, refusal: null }],
    [{ type: 'call_tool', tool_name: 'terminate' }],
    [{ type: 'list_tools', metadata: {} }],
  ])('accepts %j as an action', (data) => expect(readAction(data)).toBeDefined());

  it.each([[{}], [{ action: 'x' }], [null], ['text'], [[]], [{ type: 'call_tool' }]])(
    'rejects %j as an action',
    (data) => expect(readAction(data)).toBeUndefined(),
  );
});
