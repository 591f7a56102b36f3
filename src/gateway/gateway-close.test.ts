import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Inference } from '../inference/inference.ts';
import { StandInProvider } from '../inference/testing/stand-in-provider.ts';
import type { Search } from '../market/search.ts';
import { closeSocket, SAMPLE_MODEL, SampleGateway } from './testing/sample-gateway.ts';

let provider: StandInProvider;
let sample: SampleGateway;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());
afterEach(() => sample.close());

const CHAT = `{"model":"${SAMPLE_MODEL}","messages":[]}`;

describe('closing a gateway', () => {
  it('closing the gateway aborts a call under way, also at the provider, and records it', async () => {
    sample = await SampleGateway.open(provider, { credit: 100_000 });
    let endedAtProvider = false;
    provider.reset((response) => {
      response.on('close', () => {
        endedAtProvider = true;
      });
    });
    const call = sample.chat();
    call.catch(() => {});
    while (provider.requests.length === 0) await sleep(5);
    await sample.gateway.close();
    await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(sample.calls).toMatchObject([
      {
        kind: 'inference',
        status: 499,
        request: { model: SAMPLE_MODEL },
        usage: null,
        price_microdollars: null,
        fault: null,
      },
    ]);
    expect(await sample.account.balance()).toBe(100_000);
    expect(sample.gateway.faults).toEqual([]);
    while (!endedAtProvider) await sleep(5);
  });

  it('closing the gateway waits neither for a model nor for a search that ignores the abort', async () => {
    const [asked, sought] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const never = (begun: () => void) => () => {
      begun();
      return new Promise<never>(() => {});
    };
    const inference: Inference = { chat: never(asked.resolve), models: async () => [] };
    const search: Search = { find: never(sought.resolve), products: async () => [], close: async () => {} };
    sample = await SampleGateway.open(provider, { inference, search });
    const calls = [sample.chat(), sample.ask('/search/find_product?q=lamp')];
    for (const call of calls) call.catch(() => {});
    await Promise.all([asked.promise, sought.promise]);
    await sample.gateway.close();
    expect(sample.calls.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['inference', 499],
      ['search', 499],
    ]);
  });

  it('closing the gateway disconnects silent, slow, idle and refused clients', async () => {
    sample = await SampleGateway.open(provider);
    const visits = [
      [],
      ['GET /hea'],
      [`POST /inference/chat/completions HTTP/1.1\r\nContent-Length: 999\r\n\r\n{`],
      ['GET /health HTTP/1.1\r\n\r\n'],
      ['CONNECT x:1 HTTP/1.1\r\n\r\n'],
      ['nonsense\r\n\r\n'],
    ];
    const sockets = visits.map(() => sample.connect());
    const answers = sockets.slice(3).map((socket) => once(socket, 'data'));
    const endings = sockets.map((socket) => closeSocket(socket));
    for (const [place, parts] of visits.entries()) for (const part of parts) sockets[place]!.write(part);
    // Connections are accepted in order, so the first three are when those after them are answered.
    await Promise.all(answers);
    await sample.gateway.close();
    await Promise.all(endings);
    const recorded = sample.calls.length;
    // No connection is left that could start anything but what is due in the next turns of the event loop.
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(sample.calls).toHaveLength(recorded);
  });

  it('the gateway can be closed twice and concurrently', async () => {
    sample = await SampleGateway.open(provider);
    await Promise.all([sample.gateway.close(), sample.gateway.close()]);
    await sample.gateway.close();
  });

  it('a closed gateway still reports faults and totals', async () => {
    sample = await SampleGateway.open(provider, { allowedModels: [] });
    await sample.ask('/inference/chat/completions', { method: 'POST', body: CHAT });
    await sample.gateway.close();
    expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED', sequence: 1 }]);
    expect(sample.gateway.totals.calls.refused).toBe(1);
  });
});

describe('a gateway that breaks down', () => {
  it('a gateway that breaks down reports a platform fault once, and no later call counts', async () => {
    sample = await SampleGateway.open(provider);
    expect(sample.gateway.broken.aborted).toBe(false);
    const cut = (message: unknown): void => {
      const { server } = message as { readonly server: Server };
      server.close();
      server.closeAllConnections();
    };
    subscribe('http.server.request.start', cut);
    try {
      await expect(sample.ask('/health')).rejects.toThrow();
    } finally {
      unsubscribe('http.server.request.start', cut);
    }
    while (!sample.gateway.broken.aborted) await sleep(5);
    await sample.gateway.close();
    expect(sample.gateway.faults).toMatchObject([{ code: 'GATEWAY_FAILED', owner: 'platform', sequence: null }]);
  });
});
