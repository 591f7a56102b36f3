import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETION, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { CALLS_FILE } from './calls/file-call-recorder.ts';
import { SampleGateway } from './testing/sample-gateway.ts';

const MIB = 1024 ** 2;
const LIMIT = 4 * MIB;
const CHAT_PATH = '/inference/chat/completions';

let provider: StandInProvider;
let sample: SampleGateway;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
afterEach(async () => {
  await sample.close();
  provider.reset({ status: 200, body: COMPLETION });
});

async function open(limits: object = {}): Promise<void> {
  const rates = { requestsPerSecond: 1e6, burst: 1e6 };
  sample = await SampleGateway.open(provider, { limits: { evidenceBytes: LIMIT, ...rates, ...limits } });
}

function fileBytes(): number {
  return statSync(join(sample.folder, CALLS_FILE)).size;
}

describe('the limit on evidence', () => {
  it('the evidence limit holds for concurrent bodies that grow sixfold when recorded', async () => {
    await open();
    const body = '\0'.repeat(MIB / 4);
    const answers = await Promise.allSettled(
      Array.from({ length: 36 }, () => sample.ask(CHAT_PATH, { method: 'POST', body })),
    );
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0));
    expect(statuses.every((status) => [0, 400, 429].includes(status))).toBe(true);
    expect(fileBytes()).toBeLessThanOrEqual(LIMIT);
    // The same for sequential calls, until the limit is used up.
    for (let call = 0; call < 12; call++) await sample.ask(CHAT_PATH, { method: 'POST', body });
    expect(fileBytes()).toBeLessThanOrEqual(LIMIT);
    expect(fileBytes()).toBeGreaterThan(LIMIT / 4);
    expect(sample.gateway.totals.evidenceBytes).toBe(fileBytes());
    expect(sample.gateway.faults[0]).toMatchObject({ code: 'AGENT_CALLED_TOO_MUCH', owner: 'agent' });
    expect(sample.calls.at(-1)).toMatchObject({ kind: 'refused', status: 429 });
  });

  it('the evidence limit holds for lists of numbers that are short as sent and long as recorded', async () => {
    await open();
    const body = `[${'1e20,'.repeat(100_000)}1]`;
    for (let call = 0; call < 6; call++) await sample.ask(CHAT_PATH, { method: 'POST', body });
    expect(fileBytes()).toBeLessThanOrEqual(LIMIT);
    expect(sample.gateway.faults[0]).toMatchObject({ code: 'AGENT_CALLED_TOO_MUCH' });
  });

  it('the evidence limit holds for refused requests with long paths, and closes the connection when a refusal does not fit', async () => {
    await open({ evidenceBytes: MIB / 4 });
    const long = `/admin?${'%00'.repeat(15_000)}`;
    let clientDisconnected = false;
    for (let call = 0; call < 400 && !clientDisconnected; call++) {
      clientDisconnected = await sample.ask(long).then(
        ({ status }) => status === 0,
        () => true,
      );
    }
    expect(clientDisconnected).toBe(true);
    expect(fileBytes()).toBeLessThanOrEqual(MIB / 4);
    expect(sample.calls.length).toBeGreaterThan(3);
    expect(sample.gateway.faults.at(-1)).toMatchObject({ code: 'AGENT_CALLED_TOO_MUCH', sequence: null });
  });

  it('replaces an answer that exceeds the evidence limit with a refusal, and charges for it', async () => {
    await open({ evidenceBytes: MIB / 4 });
    const completion = JSON.parse(COMPLETION);
    completion.choices[0].message.content = 'lamp '.repeat(100_000);
    completion.usage = { prompt_tokens: 10, completion_tokens: 100_000 };
    provider.reset({ status: 200, body: JSON.stringify(completion) });
    const answer = await sample.chat({ max_tokens: 2000 });
    expect(answer.status).toBe(429);
    expect(answer.body).toContain('bytes of recorded calls');
    expect(fileBytes()).toBeLessThanOrEqual(MIB / 4);
    const [call] = sample.calls;
    expect(call).toMatchObject({ kind: 'inference', status: 429, fault: 'AGENT_CALLED_TOO_MUCH' });
    expect(call!.price_microdollars).toBeGreaterThan(0);
    expect(1_000_000_000 - (await sample.account.balance())).toBe(call!.price_microdollars);
  });

  it('does not call a model whose answer may exceed the evidence limit', async () => {
    await open({ evidenceBytes: 100_000 });
    provider.reset({ status: 200, body: COMPLETION });
    expect((await sample.chat({ max_tokens: 20_000 })).status).toBe(429);
    expect(provider.requests).toHaveLength(0);
    expect((await sample.chat({ max_tokens: 2_000 })).status).toBe(200);
  });

  it('calls under way release the evidence budget they did not use', async () => {
    await open({ evidenceBytes: MIB });
    const body = `{"model": "${'x'.repeat(200_000)}"}`;
    // The rejected bodies are not recorded. Each chat reserves about two fifths of the limit and releases what it did
    // not use.
    const first = await Promise.all(Array.from({ length: 3 }, () => sample.ask('/admin', { method: 'POST', body })));
    expect(first.map(({ status }) => status)).toEqual([403, 403, 403]);
    for (let call = 0; call < 30; call++) expect((await sample.chat({ max_tokens: 50_000 })).status).toBe(200);
  });
});
