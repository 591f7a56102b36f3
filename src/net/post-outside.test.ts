import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OutsideRules, postOutside } from './post-outside.ts';
import { parseNetwork } from './public-address.ts';

const LOOPBACK = parseNetwork('127.0.0.1/32')!;
const ANSWERS: Readonly<Record<string, readonly [number, Record<string, string>]>> = {
  '/moved': [302, { location: '/here' }],
  '/busy': [503, { 'retry-after': '7' }],
};

let server: Server;
let port: number;
const got: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ path: request.url!, headers: request.headers, body });
    if (request.url === '/silent') return;
    const [status, headers] = ANSWERS[request.url!] ?? [204, {}];
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void got.splice(0));

const rules = (changed: Partial<OutsideRules> = {}): OutsideRules => ({
  allowedNetworks: [LOOPBACK],
  timeoutMilliseconds: 10_000,
  ...changed,
});
const post = (address: string, changed?: Partial<OutsideRules>) =>
  postOutside({ url: new URL(address), headers: { 'x-note': 'yes' }, body: '{"a":"ü"}' }, rules(changed));

describe('postOutside', () => {
  it('posts to an allowed address and answers its status', async () => {
    expect(await post(`http://127.0.0.1:${port}/here?a=1`)).toEqual({ status: 204, retryAfterMilliseconds: null });
    expect(got).toMatchObject([{ path: '/here?a=1', body: '{"a":"ü"}', headers: { 'x-note': 'yes' } }]);
  });

  it('follows no redirect, and passes on the pause that is asked for', async () => {
    expect(await post(`http://127.0.0.1:${port}/moved`)).toMatchObject({ status: 302 });
    expect(await post(`http://127.0.0.1:${port}/busy`)).toEqual({ status: 503, retryAfterMilliseconds: 7_000 });
    expect(got.map(({ path }) => path)).toEqual(['/moved', '/busy']);
  });

  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
  ])('sends nothing to %s without permission', async (origin) => {
    expect(await post(`${origin}:${port}/`, { allowedNetworks: [] })).toEqual({ failure: 'no public address' });
    expect(got).toEqual([]);
  });

  it('sends nothing when one of the addresses of a name is not allowed', async () => {
    const resolve = async () => ['93.184.216.34', '127.0.0.1'];
    const outcome = await post(`https://example.org:${port}/`, { allowedNetworks: [], resolve });
    expect(outcome).toEqual({ failure: 'no public address' });
    expect(got).toEqual([]);
  });

  it('does not leave TLS out for a public address', async () => {
    const resolve = async () => ['93.184.216.34'];
    expect(await post('http://example.org/', { resolve })).toEqual({ failure: 'no public address' });
  });

  it('connects to the address that was checked, and asks for the name once', async () => {
    let asked = 0;
    const resolve = async () => {
      asked++;
      // An attacker's name server: the first answer is allowed, later ones are not.
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    expect(await post(`http://rebinding.example:${port}/here`, { resolve })).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
    expect(got[0]!.headers.host).toBe(`rebinding.example:${port}`);
  });

  it.each([
    [
      'an answer that changes the protocol',
      'HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      { status: 101 },
    ],
    ['a connection that ends without an answer', '', { failure: 'no connection' }],
  ])('a post ends after %s', async (_, answer, outcome) => {
    const raw = createRawServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port: other } = raw.address() as AddressInfo;
    expect(await post(`http://127.0.0.1:${other}/`)).toMatchObject(outcome);
    raw.close();
  });

  it('says in few words why there was no answer', async () => {
    const none = { resolve: async () => await Promise.reject(new Error('ENOTFOUND')) };
    expect(await post('https://nowhere.example/', none)).toEqual({ failure: 'no public address' });
    expect(await post('http://127.0.0.1:1/')).toEqual({ failure: 'no connection' });
    expect(await post(`http://127.0.0.1:${port}/silent`, { timeoutMilliseconds: 50 })).toEqual({ failure: 'timeout' });
  });
});
