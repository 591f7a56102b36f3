import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type LedgerUpdate, ledgerUpdates } from './events.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves one script after the other, each to one connection, and records where each connection resumed. */
async function serve(scripts: ((response: ServerResponse) => void)[]): Promise<{ url: string; resumed: string[] }> {
  const resumed: string[] = [];
  const server = createServer((request, response) => {
    resumed.push(String(request.headers['last-event-id']));
    scripts[resumed.length - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, resumed };
}

function event(sequence: number): string {
  const body = {
    sequence,
    who: 'arena',
    what: 'run.claimed',
    when: '2026-11-15T12:00:00.000Z',
    why: 'ü',
    subject: 'x',
  };
  return `id: ${sequence}\nevent: run.claimed\ndata: ${JSON.stringify({ ...body, data: {}, previous: '', hash: '' })}\n\n`;
}

async function take(url: string, count: number): Promise<LedgerUpdate[]> {
  const stop = new AbortController();
  const seen: LedgerUpdate[] = [];
  const filter = { url, kinds: 'run', after: 7, signal: stop.signal, reconnectMilliseconds: 0 };
  for await (const ledgerUpdate of ledgerUpdates(filter)) {
    seen.push(ledgerUpdate);
    if (seen.length === count) stop.abort();
  }
  return seen;
}

function told(ledgerUpdate: readonly LedgerUpdate[]): (string | number)[] {
  return ledgerUpdate.map((each) => (each.kind === 'event' ? each.event.sequence : each.kind));
}

describe('ledger event stream', () => {
  it('ledger events arrive complete, however the bytes are split', async () => {
    const bytes = Buffer.from(`retry: 2000\n\n${event(8)}: still here\n\nid: 11\n\n${event(12)}`);
    const { url } = await serve([
      async (response) => {
        for (const byte of bytes) {
          response.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    ]);
    const ledgerUpdate = await take(url, 4);
    expect(told(ledgerUpdate)).toEqual(['quiet', 8, 'quiet', 12]);
    expect(ledgerUpdate[1]).toMatchObject({ event: { why: 'ü' } });
  });

  it('the ledger event stream resumes after the last event when the connection is lost, refused or broken', async () => {
    const { url, resumed } = await serve([
      (response) => response.end(event(8)),
      (response) => response.writeHead(429).end(),
      (response) => response.socket?.destroy(),
      (response) => void response.write(`id: 20\n\n${event(21)}`),
    ]);
    expect(told(await take(url, 5))).toEqual([8, 'lost', 'lost', 'lost', 21]);
    expect(resumed).toEqual(['7', '8', '8', '8']);
  });

  it('the ledger event stream resumes when an event is too long to be one of the arena', async () => {
    const { url, resumed } = await serve([
      (response) => response.write(event(8)) && response.write(`id: 9\ndata: ${'x'.repeat(2 * 1024 ** 2)}`),
      (response) => void response.write(event(9)),
    ]);
    expect(told(await take(url, 3))).toEqual([8, 'lost', 9]);
    expect(resumed).toEqual(['7', '8']);
  });

  it('an abort ends the ledger event stream', async () => {
    const { url } = await serve([(response) => void response.write('retry: 2000\n\n')]);
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { kind } of ledgerUpdates({ url, kinds: 'run', after: 0, signal: stop.signal })) {
      seen.push(kind);
      // Later, when the stream is waiting for the next update.
      setImmediate(() => stop.abort());
    }
    expect(seen).toEqual(['quiet']);
  });
});
