import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describe('the request log', () => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterEach(async () => await server.close());

  const linesOf = (id: unknown) =>
    server.log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ request_id }) => request_id === id);

  it('the request log has one line per request, with the id in the answer', async () => {
    const { headers, status } = await server.ask({ as: 'alice', target: '/v1/public/suites?limit=1' });
    expect(headers['x-request-id']).toMatch(UUID);
    expect(linesOf(headers['x-request-id'])).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'GET',
        url: '/v1/public/suites?limit=1',
        status,
        ip: '127.0.0.1',
        milliseconds: expect.any(Number),
      }),
    ]);
  });

  it('the request log names the hotkey', async () => {
    const { headers } = await server.ask({ as: 'alice', target: '/v1/miner/agents' });
    expect(linesOf(headers['x-request-id'])[0]).toMatchObject({ hotkey: expect.stringMatching(/^5/) });
  });

  it('the request log keeps a valid id of a proxy or client', async () => {
    const idFor = async (given: string) =>
      (await server.ask({ target: '/v1/public/top', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idFor('edge-7f3a.0001')).toBe('edge-7f3a.0001');
    expect(await idFor('x')).toMatch(UUID);
    expect(await idFor('a","level":60,"b":"')).toMatch(UUID);
    expect(await idFor('a'.repeat(200))).toMatch(UUID);
  });

  it('a server error carries the request id, and is logged under it', async () => {
    await server.arena.database.withTransaction(async (transaction) => {
      await transaction.schema.dropTable('waitlist').execute();
    });
    const answer = await server.ask({
      method: 'POST',
      target: '/v1/public/waitlist',
      body: { email: 'a@example.org' },
    });
    expect(answer).toMatchObject({ status: 500, json: { error_code: 'INTERNAL', request_id: expect.any(String) } });
    const { request_id } = answer.json as { request_id: string };
    expect(answer.headers['x-request-id']).toBe(request_id);
    expect(linesOf(request_id)).toMatchObject([
      { level: 50, err: { message: expect.stringContaining('waitlist') } },
      { level: 40, status: 500 },
    ]);
  });

  it('the request log omits polling at the default level, and file tickets', async () => {
    await server.ask({ target: '/health' });
    expect(server.log).not.toContain('/health');
    await server.ask({ method: 'DELETE', target: '/v1/files/agent/TICKET-OF-A-FILE' });
    await server.ask({ target: '/v1/files/TICKET-OF-A-FILE/more' });
    expect(server.log).not.toContain('TICKET-OF-A-FILE');
  });
});
