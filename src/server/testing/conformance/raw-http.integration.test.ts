import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../json/parse-json.ts';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';

const JSON_HEAD = 'Host: here\r\nContent-Type: application/json\r\n';
const CHALLENGE = `POST /v1/auth/challenge HTTP/1.1\r\n${JSON_HEAD}`;

/**
 * Requests that no client of ours would send, with the expected status; `undefined` if the connection is closed without
 * an answer.
 */
const ODDITIES: Readonly<Record<string, readonly [text: string, status: number | undefined]>> = {
  'HTTP of the first version': ['GET /health HTTP/1.0\r\n\r\n', 200],
  'something else than HTTP': ['\x16\x03\x01\x02\0\x01\0\x01\xfc\r\n\r\n', 400],
  'half a request line': ['GET\r\n\r\n', 400],
  'an unknown method': ['FROB /health HTTP/1.1\r\nHost: here\r\n\r\n', 400],
  'an address of the whole web': [
    'GET http://elsewhere/health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n',
    200,
  ],
  'an address that is a star': ['OPTIONS * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n', 404],
  'a tunnel': ['CONNECT elsewhere:443 HTTP/1.1\r\nHost: here\r\n\r\n', undefined],
  'an address in bytes above 127': ['GET /v1/public/hotkeys/\xe9\xff HTTP/1.1\r\nHost: here\r\n\r\n', 400],
  'an address that cannot be decoded': [
    'GET /v1/public/hotkeys/%ff HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n',
    400,
  ],
  'dots in the address': ['GET /v1/public/../../secret.key HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n', 404],
  'a header without end': [`GET /health HTTP/1.1\r\nHost: here\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  'an address without end': [`GET /health?${'a'.repeat(40_000)} HTTP/1.1\r\nHost: here\r\n\r\n`, 431],
  'a header with a line break': ['GET /health HTTP/1.1\r\nHost: here\r\nX-A: b\rc\r\n\r\n', 400],
  'two lengths': [`${CHALLENGE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  'a length and pieces': [`${CHALLENGE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  'a length below nothing': [`${CHALLENGE}Content-Length: -1\r\n\r\n`, 400],
  'a length beyond everything': [`${CHALLENGE}Content-Length: 99999999999\r\n\r\n{`, 413],
  'pieces that are none': [`${CHALLENGE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  'pieces without end': [
    `${CHALLENGE}Transfer-Encoding: chunked\r\n\r\n${`ffff\r\n${' '.repeat(0xffff)}\r\n`.repeat(9)}`,
    413,
  ],
  'a body where none belongs': [
    `GET /health HTTP/1.1\r\n${JSON_HEAD}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    200,
  ],
};

describe('bare connections', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterAll(async () => await server.close());

  async function exchange(text: string): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.setEncoding('latin1');
    // After refusing, a server need not read what is still being sent.
    socket.on('error', () => {});
    socket.write(Buffer.from(text, 'latin1'));
    const late = setTimeout(() => socket.destroy(), 5_000);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    await new Promise((resolve) => socket.on('close', resolve));
    clearTimeout(late);
    return answer;
  }

  it.each(Object.keys(ODDITIES))('%s over a bare connection gets an answer and is closed', async (name) => {
    const [text, status] = ODDITIES[name]!;
    const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n');
    expect(head.split(' ')[1]).toBe(status?.toString());
    if (status !== undefined && status >= 400) {
      const json = parseJson(body);
      expect(json.ok && json.value).toMatchObject({ detail: expect.any(String), error_code: expect.any(String) });
    }
    expect((await server.ask({ target: '/health' })).status).toBe(200);
  });

  it('pipelined requests are answered in order', async () => {
    const one = 'GET /health HTTP/1.1\r\nHost: here\r\n\r\n';
    const other = 'GET /v1/nothing HTTP/1.1\r\nHost: here\r\n\r\n';
    const last = 'GET /health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n';
    const statuses = (await exchange(`${one}${other}${one}${last}`)).matchAll(/HTTP\/1\.1 (\d+)/g);
    expect(Array.from(statuses, ([, status]) => status)).toEqual(['200', '404', '200', '200']);
  });

  it('many unfinished requests do not block others', async () => {
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${CHALLENGE}Content-Length: 500000\r\n\r\n{`);
      return socket;
    });
    for (let count = 0; count < 20; count++) expect((await server.ask({ target: '/health/deep' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
