import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyTooLarge, boundedChunks, readBody, readText } from './read-body.ts';

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

describe('readBody', () => {
  it('readBody returns all bytes up to the limit, and the first ones beyond it', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(parts, fc.nat(100), async (pieces, maxBytes) => {
        const whole = Buffer.concat(pieces);
        const read = await readBody(chunks(...pieces), maxBytes);
        expect(read.ok).toBe(whole.length <= maxBytes);
        const bytes = read.ok ? read.bytes : read.head;
        expect(Buffer.from(bytes).equals(whole.subarray(0, maxBytes))).toBe(true);
      }),
    );
  });

  it('readBody stops reading at the first chunk beyond the limit', async () => {
    let pulled = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          pulled++;
          yield Buffer.alloc(10);
        }
      } finally {
        closed = true;
      }
    }
    expect((await readBody(endless(), 25)).ok).toBe(false);
    expect(pulled).toBe(3);
    expect(closed).toBe(true);
  });

  it('readBody reads a Response, with and without a body', async () => {
    expect(await readBody(new Response('hello'), 5)).toMatchObject({ ok: true });
    expect(await readBody(new Response(null), 5)).toMatchObject({ ok: true, bytes: { length: 0 } });
  });

  it('readBody cancels the body of a Response that is too large', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(10)),
      cancel: () => {
        cancelled = true;
      },
    });
    expect((await readBody(new Response(body), 15)).ok).toBe(false);
    expect(cancelled).toBe(true);
  });

  it('readBody leaves the socket of a node request open, so that it can be answered', async () => {
    const server = createServer((request, response) => {
      readBody(request, 4).then((read) => response.writeHead(read.ok ? 200 : 413).end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect((await fetch(url, { method: 'POST', body: 'four' })).status).toBe(200);
      expect((await fetch(url, { method: 'POST', body: 'fiver' })).status).toBe(413);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('readBody passes on the error of a stream that breaks', async () => {
    const broken = new Error('connection reset');
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      throw broken;
    }
    await expect(readBody(breaking(), 10)).rejects.toBe(broken);
  });
});

describe('readText', () => {
  it('readText decodes characters that are split across chunks', async () => {
    const bytes = Buffer.from('é');
    expect(await readText(chunks(bytes.subarray(0, 1), bytes.subarray(1)), 2)).toEqual({ ok: true, text: 'é' });
  });

  it('readText keeps a byte order mark and rejects bytes that are not UTF-8', async () => {
    expect(await readText(chunks('\ufeff{}'), 10)).toEqual({ ok: true, text: '\ufeff{}' });
    expect(await readText(chunks(Buffer.from([0x22, 0xff, 0x22])), 10)).toEqual({ ok: false, reason: 'not UTF-8' });
    expect(await readText(chunks('too long'), 3)).toEqual({ ok: false, reason: 'too large' });
  });
});

describe('boundedChunks', () => {
  it('boundedChunks yields chunks as they come, and throws at the one that exceeds the limit', async () => {
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of boundedChunks(chunks('ab', 'cd', 'e'), 4)) seen.push(Buffer.from(chunk).toString());
    })();
    await expect(reading).rejects.toThrow(BodyTooLarge);
    expect(seen).toEqual(['ab', 'cd']);
  });
});
