import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderScript, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { SampleGateway } from './testing/sample-gateway.ts';

let provider: StandInProvider;
let sample: SampleGateway;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());
afterEach(() => sample.close());

const hangsUp: ProviderScript = (response) => void response.destroy();

describe('transient failures of a model call', () => {
  it.each<[string, ProviderScript]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a lost connection', hangsUp],
    ['a page', { status: 200, body: '<html>busy</html>' }],
  ])('retries a model call after %s, with the agent’s clock stopped', async (_, trouble) => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3 } });
    provider.reset(trouble, trouble);
    expect((await sample.chat()).status).toBe(200);
    expect(provider.requests).toHaveLength(3);
    expect(sample.calls).toMatchObject([{ status: 200, fault: null, trouble: { tries: 3 } }]);
    expect(sample.gateway.waitedMilliseconds).toBeGreaterThan(0);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('does not retry a model call when the provider asks for a longer delay than allowed', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3, longestRetryMilliseconds: 10 } });
    provider.reset({ status: 503, headers: { 'retry-after': '1' } });
    expect(await sample.chat()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    // The request and the probe.
    expect(provider.requests).toHaveLength(2);
  });

  it('stops the agent’s clock no longer than the limit of the attempt, and then stops retrying', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 50, waitMilliseconds: 1 } });
    provider.reset(...Array.from({ length: 100 }, () => ({ status: 500 })));
    expect((await sample.chat()).status).toBe(502);
    expect(sample.gateway.waitedMilliseconds).toBeLessThanOrEqual(1);
    expect(provider.requests.length).toBeLessThan(10);
  });

  it('does not stop the agent’s clock for a call that did not fail', async () => {
    sample = await SampleGateway.open(provider);
    await sample.chat();
    expect(sample.gateway.waitedMilliseconds).toBe(0);
    expect(sample.calls[0]).not.toHaveProperty('trouble');
  });

  it('does not retry a call to a missing model', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3 } });
    provider.reset(...Array.from({ length: 9 }, () => ({ status: 404 })));
    expect((await sample.chat()).status).toBe(502);
    expect(sample.calls).toMatchObject([{ fault: null, trouble: { tries: 1, owner: 'agent' } }]);
  });
});
