import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { passSampleDay, type SampleDay } from '../testing/sample/sample-day.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';

onEveryEngine('a compressed answer', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
  });
  afterAll(async () => await server.close());

  async function ask(target: string, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(`${server.url}${target}`, { headers });
  }

  it.each(['/v1/public/leaderboard', '/v1/public/ledger', '/openapi.json', '/metrics'])(
    'a compressed answer equals the plain one: %s',
    async (target) => {
      const plain = await server.ask({ target });
      const zipped = await server.ask({ target, headers: { 'accept-encoding': 'gzip' } });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect([plain.headers.vary, zipped.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
      expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
      const text = gunzipSync(zipped.bytes).toString();
      // Counters change between the two requests; their names do not.
      const steady = (all: string) => (target === '/metrics' ? all.match(/^# HELP .*$/gm) : all);
      expect(steady(text)).toEqual(steady(plain.text));
    },
  );

  it('a compressed answer is revalidated with 304', async () => {
    const target = '/v1/public/ledger';
    const first = await ask(target);
    const tag = first.headers.get('etag')!;
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(tag).toMatch(/^W\/"/);
    expect((await ask(target, { 'if-none-match': tag })).status).toBe(304);
  });

  it('private and tiny answers are never compressed', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const runs = `/v1/public/agent-versions/${day.versions.aliceFirst}/runs`;
    const mine = await server.ask({ as: 'alice', target: runs, headers });
    const agents = await server.ask({ as: 'alice', target: '/v1/miner/agents', headers });
    const small = await server.ask({ target: '/health', headers });
    for (const { headers: answered } of [mine, agents, small]) expect(answered['content-encoding']).toBeUndefined();
  });
});
