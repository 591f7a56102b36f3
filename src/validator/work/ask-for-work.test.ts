import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArenaClient } from '../../client/arena-client.ts';
import { sampleHotkey } from '../../identity/testing/sample-hotkeys.ts';
import { ArenaApi } from '../arena/arena-api.ts';
import { askForWork } from './ask-for-work.ts';

let server: Server;
let api: ArenaApi;
let answer: { status: number; body?: unknown };
beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = request.url === '/health' ? { status: 200, body: { arena: 'sample' } } : answer;
    response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = new ArenaApi(new ArenaClient({ url, hotkey: sampleHotkey('validator') }));
});
afterAll(() => server.close());

describe('answers to a work request', () => {
  it.each([
    [{ status: 204 }, { kind: 'nothing' }],
    [
      { status: 409, body: { detail: 'Held.', error_code: 'AT_CAPACITY', eval_run_id: 'r-1' } },
      { kind: 'held', runId: 'r-1' },
    ],
    [{ status: 403, body: { detail: { code: 'BANNED', message: 'Hotkey is banned' } } }, { kind: 'banned' }],
    [
      {
        status: 403,
        body: { detail: { code: 'NOT_REGISTERED_AS_VALIDATOR', message: 'Not registered as validator' } },
      },
      { kind: 'unstaked', error: { message: expect.stringContaining('5Address is not staked') } },
    ],
    [{ status: 403, body: { detail: { code: 'NOT_REGISTERED', message: 'Not there' } } }, { kind: 'refused' }],
    [{ status: 507, body: { detail: 'Full.', error_code: 'STORAGE_FULL' } }, { kind: 'unreachable' }],
    [{ status: 502, body: '<html>' }, { kind: 'unreachable' }],
    [
      { status: 429, body: { detail: 'Slowly.', error_code: 'RATE_LIMIT_EXCEEDED', remaining_seconds: 3 } },
      { kind: 'unreachable' },
    ],
  ])('interprets the arena’s answer to a work request: %j', async (said, meaning) => {
    answer = said;
    expect(await askForWork(api, '5Address', {})).toMatchObject(meaning);
  });
});
