import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';
import { readSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-site-'));
const PAGE = { accept: 'text/html,application/xhtml+xml' };
let arena: SampleServer;
let server: AnotherServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Assay</title>');
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'console.log(1);'.repeat(100));
  arena = await SampleServer.open(makeSqliteDatabase);
  server = await arena.openAnother({}, { site: await readSite(folder) });
});
afterAll(async () => {
  await server.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});

describe('the dashboard’s files', () => {
  it('dashboard files are served at every page path, and never in place of the API', async () => {
    for (const target of ['/', '/races', '/agents/whatever?x=1']) {
      const answer = await server.ask({ target, headers: PAGE });
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>Assay</title>') });
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    }
    for (const target of ['/v1/nothing', '/v1/public/nothing']) {
      const answer = await server.ask({ target, headers: PAGE });
      expect(answer).toMatchObject({ status: 404, json: { error_code: 'NOT_FOUND' } });
    }
    expect((await server.ask({ target: '/races' })).status).toBe(404);
    expect((await server.ask({ method: 'POST', target: '/', headers: PAGE, body: {} })).status).toBe(404);
  });

  it('dashboard files are compressed, and immutable when their name has a hash', async () => {
    const target = '/assets/index-1a2b.js';
    const packed = await server.ask({ target, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': expect.stringMatching(/immutable/),
    });
    expect(gunzipSync(packed.bytes).toString()).toContain('console.log(1)');
    const { headers } = await server.ask({ target: '/', headers: PAGE });
    expect(headers['cache-control']).toBe('no-cache');
    const again = await server.ask({ target: '/', headers: { ...PAGE, 'if-none-match': String(headers.etag) } });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('no path leads out of the dashboard files', async () => {
    for (const target of [
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/assets%2f..%2findex.html',
    ]) {
      expect((await server.ask({ target })).status, target).toBe(404);
    }
  });
});
