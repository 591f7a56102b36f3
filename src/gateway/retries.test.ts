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

describe('a model call that fails in a way that may pass', () => {
  it.each<[string, ProviderScript]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a lost connection', hangsUp],
    ['a page', { status: 200, body: '<html>busy</html>' }],
  ])('is tried again after %s, with the clock of the agent stopped', async (_, trouble) => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3 } });
    provider.reset(trouble, trouble);
    expect((await sample.chat()).status).toBe(200);
    expect(provider.requests).toHaveLength(3);
    expect(sample.calls).toMatchObject([{ status: 200, fault: null, trouble: { tries: 3 } }]);
    expect(sample.gateway.waitedMilliseconds).toBeGreaterThan(0);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('is not tried again when the provider asks for a longer delay than we wait', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3, longestRetryMilliseconds: 10 } });
    provider.reset({ status: 503, headers: { 'retry-after': '1' } });
    expect(await sample.chat()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    // The request and the probe.
    expect(provider.requests).toHaveLength(2);
  });

  it('stops the clock for no longer than the limit of the attempt, and is not tried again then', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 50, waitMilliseconds: 1 } });
    provider.reset(...Array.from({ length: 100 }, () => ({ status: 500 })));
    expect((await sample.chat()).status).toBe(502);
    expect(sample.gateway.waitedMilliseconds).toBeLessThanOrEqual(1);
    expect(provider.requests.length).toBeLessThan(10);
  });

  it('does not stop the clock where nothing failed', async () => {
    sample = await SampleGateway.open(provider);
    await sample.chat();
    expect(sample.gateway.waitedMilliseconds).toBe(0);
    expect(sample.calls[0]).not.toHaveProperty('trouble');
  });

  it('is not tried again for a model that is not there', async () => {
    sample = await SampleGateway.open(provider, { limits: { modelTries: 3 } });
    provider.reset(...Array.from({ length: 9 }, () => ({ status: 404 })));
    expect((await sample.chat()).status).toBe(502);
    expect(sample.calls).toMatchObject([{ fault: null, trouble: { tries: 1, owner: 'agent' } }]);
  });
});
