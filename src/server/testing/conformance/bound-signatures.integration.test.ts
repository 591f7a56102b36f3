import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SigningOptions, signRequest } from '../../../identity/request/sign-request.ts';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { walletOf } from '../sample/sample-wallets.ts';
import type { Answered } from '../sample/send-request.ts';

function codeOf({ json }: Answered): unknown {
  return (json as { detail?: { code?: string } } | undefined)?.detail?.code;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

const ASKED: Asked = {
  method: 'PATCH',
  target: '/v1/miner/inference-auth/default?a=1&b=2',
  body: '{"provider":"chutes"}',
};

describe('signatures of version 2', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase, {
      config: { name: 'one-arena', requireSignatureVersion2: true },
    });
    const body = { credential: 'good' };
    for (const provider of ['chutes', 'openrouter']) {
      await server.ask({ as: 'alice', method: 'POST', target: `/v1/miner/inference-auth/${provider}`, body });
    }
  });
  afterAll(async () => await server.close());

  function headersFor({ method, target, body }: Asked, arena = 'one-arena'): Record<string, string> {
    const options: SigningOptions = {
      version: 2,
      arena,
      method,
      target,
      body: Buffer.from(body),
      now: Date.now() / 1_000,
    };
    return { ...signRequest(walletOf('alice'), options), 'content-type': 'application/json' };
  }

  async function send({ method, target, body }: Asked, headers: Record<string, string>): Promise<Answered> {
    return await server.ask({ method, target, headers, ...(body !== '' && { body: Buffer.from(body) }) });
  }

  it('a version 2 signature is accepted for its request', async () => {
    expect((await send(ASKED, headersFor(ASKED))).status).toBe(200);
    const read = { method: 'GET', target: '/v1/miner/agents', body: '' };
    expect((await send(read, headersFor(read))).status).toBe(200);
  });

  const OTHERS: Readonly<Record<string, Partial<Asked>>> = {
    'another method': { method: 'POST' },
    'another path': { target: '/v1/admin/validators/default?a=1&b=2' },
    'the same path, encoded otherwise': { target: '/v1/miner/inference-auth/%64efault?a=1&b=2' },
    'another query': { target: '/v1/miner/inference-auth/default?a=1&b=3' },
    'the same query in another order': { target: '/v1/miner/inference-auth/default?b=2&a=1' },
    'no query': { target: '/v1/miner/inference-auth/default' },
    'another body': { body: '{"provider":"openrouter"}' },
    'the same body with a space': { body: '{"provider": "chutes"}' },
    'no body': { body: '' },
  };

  it.each(Object.keys(OTHERS))('a version 2 signature is rejected for %s', async (name) => {
    const headers = headersFor(ASKED);
    const refused = await send({ ...ASKED, ...OTHERS[name] }, headers);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'INVALID_SIGNATURE']);
    // The nonce was not used up.
    expect((await send(ASKED, headers)).status).toBe(200);
    expect(codeOf(await send(ASKED, headers))).toBe('NONCE_REUSED');
  });

  it('a version 2 signature is rejected at another arena', async () => {
    expect(codeOf(await send(ASKED, headersFor(ASKED, 'another-arena')))).toBe('INVALID_SIGNATURE');
  });

  it('a version 2 signature is not accepted as version 1, nor version 1 as version 2', async () => {
    const { 'X-Signature-Version': _, ...headers } = headersFor(ASKED);
    expect(codeOf(await send(ASKED, headers))).toBe('SIGNATURE_VERSION_REQUIRED');
    const first = signRequest(walletOf('alice'), { version: 1, now: Date.now() / 1_000 });
    expect(codeOf(await send(ASKED, { ...first, 'X-Signature-Version': '2' }))).toBe('INVALID_SIGNATURE');
  });

  it('an arena can require version 2 signatures', async () => {
    const first = await server.ask({ as: 'alice', by: 'version 1', target: '/v1/miner/agents' });
    expect([first.status, codeOf(first)]).toEqual([401, 'SIGNATURE_VERSION_REQUIRED']);
    expect((await server.ask({ as: 'alice', by: 'session', target: '/v1/miner/agents' })).status).toBe(200);
  });

  describe('forms', () => {
    it('a version 2 signature covers a form to the last byte', async () => {
      const form = new FormData();
      form.set('file', new Blob(['def agent_main(p):\n    return []\n']), 'a.py');
      const sent = await server.prepare({
        as: 'alice',
        by: 'version 2',
        method: 'POST',
        target: '/v1/miner/check',
        body: form,
      });
      const body = Buffer.from(sent.body!);
      const changed = Buffer.from(body.toString('latin1').replace('return []', 'return 12'), 'latin1');
      const ask = { method: 'POST', target: sent.target, headers: sent.headers! };
      expect((await server.ask({ ...ask, body: changed })).status).toBe(401);
      expect((await server.ask({ ...ask, body })).status).toBe(200);
    });
  });
});
