import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { SAMPLE_MARKET_SHA256 } from '../testing/sample/sample-market.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';

const target = `/v1/validator/market/${SAMPLE_MARKET_SHA256}`;

describe('the market at the server', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterAll(() => server.close());

  it('the market is named by its hash and served to validators, whole or in parts', async () => {
    const { json } = await server.ask({ as: 'holder', target: '/v1/validator/market' });
    expect(json).toMatchObject({ sha256: SAMPLE_MARKET_SHA256, bytes: 10_000, chunks: [SAMPLE_MARKET_SHA256] });
    const whole = await server.ask({ as: 'holder', target });
    expect([whole.status, sha256(whole.bytes)]).toEqual([200, SAMPLE_MARKET_SHA256]);
    const part = await server.ask({ as: 'holder', target, headers: { range: 'bytes=9990-20000' } });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 9990-9999/10000' } });
    expect(part.bytes.equals(whole.bytes.subarray(9_990))).toBe(true);
    const outside = await server.ask({ as: 'holder', target, headers: { range: 'bytes=10000-' } });
    expect(outside).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10000' } });
  });

  it('the market is served to validators only, and under no other hash', async () => {
    for (const as of ['nobody', 'alice', 'admin'] as const) {
      expect((await server.ask({ as, target })).status).toBe(as === 'nobody' ? 401 : 403);
    }
    const other = await server.ask({ as: 'holder', target: `/v1/validator/market/${'0'.repeat(64)}` });
    expect(other).toMatchObject({ status: 404, json: { error_code: 'ARTIFACT_NOT_FOUND' } });
    expect(server.defects).toEqual([]);
  });

  it('the market is not found at an arena that has none', async () => {
    const without = await server.openAnother({ market: undefined });
    try {
      expect((await without.ask({ as: 'holder', target: '/v1/validator/market' })).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
