import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPLETION, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { type EarlierAnswers, earlierCalls } from './earlier-answers.ts';
import { SampleGateway } from './testing/sample-gateway.ts';

const EARLIER = '00000000-0000-4000-8000-000000000001';

let provider: StandInProvider;
const open: SampleGateway[] = [];
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function gateway(earlier?: EarlierAnswers): Promise<SampleGateway> {
  const sample = await SampleGateway.open(provider, { earlier });
  open.push(sample);
  return sample;
}

const saying = (content: string) => ({ status: 200, body: COMPLETION.replace('héllo', content) });
const ask = (sample: SampleGateway, content: string) => sample.chat({ messages: [{ role: 'user', content }] });
const contentOf = ({ body }: { readonly body: string }): string => JSON.parse(body).choices[0].message.content;

/** An attempt with two answered requests and a failed third one. */
async function earlierAnswers(mayDepart = () => true): Promise<EarlierAnswers> {
  const sample = await gateway();
  const trouble = Array.from({ length: 9 }, () => ({ status: 500, body: 'trouble' }));
  provider.reset(saying('one'), saying('two'), ...trouble);
  await ask(sample, 'first');
  await ask(sample, 'first');
  expect((await ask(sample, 'third')).status).toBe(502);
  expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED', confirmedBy: 'probe' }]);
  provider.reset(saying('fresh'));
  return { calls: earlierCalls(EARLIER, sample.calls), mayDepart };
}

describe('the gateway of a repeated attempt', () => {
  it('a repeated attempt gets the earlier answers to the same requests, without provider calls or charges', async () => {
    const sample = await gateway(await earlierAnswers());
    expect(contentOf(await ask(sample, 'first'))).toContain('one');
    expect(contentOf(await ask(sample, 'first'))).toContain('two');
    expect(provider.requests).toEqual([]);
    expect(sample.account.spent).toBe(0);
    expect(contentOf(await ask(sample, 'third'))).toContain('fresh');
    expect(sample.calls).toMatchObject([
      { replayed: { attempt_id: EARLIER, sequence: 1 }, price_microdollars: null, answered_by: { simulated: false } },
      { replayed: { attempt_id: EARLIER, sequence: 2 }, usage: { prompt_tokens: 1000 } },
      { price_microdollars: 420 },
    ]);
    expect(sample.calls.some(({ departed }) => departed)).toBe(false);
  });

  it('a repeated attempt records a request the earlier one did not make, and still replays the others', async () => {
    const sample = await gateway(await earlierAnswers());
    expect(contentOf(await ask(sample, 'something else'))).toContain('fresh');
    expect(contentOf(await ask(sample, 'first'))).toContain('one');
    expect(sample.calls).toMatchObject([{ departed: true }, { replayed: { sequence: 1 } }]);
    expect(provider.requests).toHaveLength(1);
  });

  it('too many deviations end a repeated attempt as the agent’s failure', async () => {
    const sample = await gateway(await earlierAnswers(() => false));
    expect((await ask(sample, 'something else')).status).toBe(409);
    expect(provider.requests).toEqual([]);
    expect(sample.gateway.faults).toMatchObject([{ code: 'AGENT_DEPARTED', owner: 'agent' }]);
  });

  it('the first failed request is not a deviation, wherever it comes', async () => {
    const sample = await gateway(await earlierAnswers(() => false));
    expect(contentOf(await ask(sample, 'third'))).toContain('fresh');
    expect(contentOf(await ask(sample, 'first'))).toContain('one');
    expect(sample.gateway.faults).toEqual([]);
  });

  it('a repeated attempt treats every request as new once the earlier answers are used up', async () => {
    const sample = await gateway(await earlierAnswers(() => false));
    await ask(sample, 'first');
    await ask(sample, 'first');
    expect(contentOf(await ask(sample, 'something else'))).toContain('fresh');
    expect(sample.gateway.faults).toEqual([]);
  });
});
