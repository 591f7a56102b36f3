import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { makeSqlitePlace } from '../testing/sample/sqlite-place.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describe('the request log', () => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await SampleServer.open(makeSqlitePlace);
  });
  afterEach(async () => await server.close());

  const linesOf = (id: unknown) =>
    server.log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ request_id }) => request_id === id);

  it('has one line for each request, under the id that the answer carries', async () => {
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

  it('says whose request it was', async () => {
    const { headers } = await server.ask({ as: 'alice', target: '/v1/miner/agents' });
    expect(linesOf(headers['x-request-id'])[0]).toMatchObject({ hotkey: expect.stringMatching(/^5/) });
  });

  it('keeps the id of a proxy or client, unless it is not one', async () => {
    const idFor = async (given: string) =>
      (await server.ask({ target: '/v1/public/top', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idFor('edge-7f3a.0001')).toBe('edge-7f3a.0001');
    expect(await idFor('x')).toMatch(UUID);
    expect(await idFor('a","level":60,"b":"')).toMatch(UUID);
    expect(await idFor('a'.repeat(200))).toMatch(UUID);
  });

  it('gives the id with a failure of the arena, and logs the failure under it', async () => {
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

  it('has no polling at the default level, and no tickets of files', async () => {
    await server.ask({ target: '/health' });
    expect(server.log).not.toContain('/health');
    await server.ask({ method: 'DELETE', target: '/v1/files/agent/TICKET-OF-A-FILE' });
    await server.ask({ target: '/v1/files/TICKET-OF-A-FILE/more' });
    expect(server.log).not.toContain('TICKET-OF-A-FILE');
  });
});
