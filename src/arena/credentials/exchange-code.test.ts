import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchangeCode } from './exchange-code.ts';

const CODE = { code: 'c&=1', codeVerifier: 'v', redirectUri: 'http://127.0.0.1/back' };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function provider(status: number, answer: string): Promise<{ url: string; seen: URLSearchParams[] }> {
  const seen: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(new URLSearchParams(body));
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, seen };
}

const at = (exchangeUrl: string) => ({ baseUrl: 'http://unused', probePath: '/key', exchangeUrl });

describe('browser login code', () => {
  it('exchanges a browser login code for a lasting key', async () => {
    const { url, seen } = await provider(200, '{"access_token":"a","refresh_token":"r"}');
    expect(await exchangeCode('chutes', at(url), CODE)).toBe('r');
    expect(Object.fromEntries(seen[0]!)).toEqual({
      grant_type: 'authorization_code',
      code: 'c&=1',
      code_verifier: 'v',
      redirect_uri: 'http://127.0.0.1/back',
    });
  });

  it('a rejected login code is not repeated in the message', async () => {
    const cases = [
      [400, '{"error":"invalid_grant"}', 'CREDENTIAL_INVALID'],
      [200, '<html>', 'CREDENTIAL_INVALID'],
      [200, `{"refresh_token":"${'x'.repeat(100_000)}"}`, 'PROVIDER_UNREACHABLE'],
      [302, '', 'PROVIDER_UNREACHABLE'],
      [503, '', 'PROVIDER_UNREACHABLE'],
    ] as const;
    for (const [status, answer, code] of cases) {
      const { url } = await provider(status, answer);
      await expect(exchangeCode('chutes', at(url), CODE)).rejects.toMatchObject({
        code,
        message: expect.not.stringContaining(CODE.code),
      });
    }
    await expect(exchangeCode('chutes', at('http://127.0.0.1:1'), CODE)).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    });
    await expect(exchangeCode('chutes', { baseUrl: 'http://unused', probePath: '/key' }, CODE)).rejects.toMatchObject({
      code: 'PROVIDER_UNKNOWN',
    });
  });
});
