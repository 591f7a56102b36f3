import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_HOTKEY } from '../../attempt/testing/sample-attempt.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MARKET_CHUNK_BYTES, type MarketDescription, ServedMarket } from '../../market/served-market.ts';
import { makeFolder } from '../../store/files.ts';
import { ArenaApi } from '../arena/arena-api.ts';
import { createLog, type LogEntry } from '../log.ts';
import { marketForValidator } from '../market-for-validator.ts';

/** Two whole chunks and a piece of a third. */
const MARKET = randomBytes(2 * MARKET_CHUNK_BYTES + 1_000);

let folder: string;
let market: ServedMarket;
let described: MarketDescription;
let server: Server;
let arena: ArenaApi;
let log: LogEntry[];
let asked: string[];
/** Changes the response to the n-th request for bytes, counted from 1; `null` breaks the connection halfway. */
let tamper: (bytes: Buffer, request: number) => Buffer | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-market-'));
  makeFolder(join(folder, 'served'));
  writeFileSync(indexPath(join(folder, 'served')), MARKET);
  market = await ServedMarket.open(indexPath(join(folder, 'served')));
  described = await market.describe();
  log = [];
  asked = [];
  tamper = (bytes) => bytes;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  arena = new ArenaApi(new ArenaClient({ url, hotkey: SAMPLE_HOTKEY, arena: 'test', retries: 0 }));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await market.close();
  rmSync(folder, { recursive: true });
});

/** An arena with an unreliable connection, disk or operator; the real routes are tested in the server room. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/v1/validator/market') {
    const { chunkBytes, ...rest } = described;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...rest, chunk_bytes: chunkBytes }));
    return;
  }
  const [start, end] = /bytes=(\d+)-(\d+)/
    .exec(request.headers.range ?? '')!
    .slice(1)
    .map(Number);
  asked.push(`${start}-${end}`);
  const whole = MARKET.subarray(start, end! + 1);
  const sent = tamper(Buffer.from(whole), asked.length);
  response.writeHead(206, { 'content-length': whole.length });
  if (sent !== null) return void response.end(sent);
  response.write(whole.subarray(0, 100), () => response.destroy());
}

async function open(named?: string): Promise<{ readonly folder: string; readonly sha256: string | undefined }> {
  return await marketForValidator({
    arena,
    named,
    cache: join(folder, 'cache'),
    otherwise: join(folder, 'none'),
    log: createLog((entry) => log.push(entry)),
  });
}

const RANGES = [
  `0-${MARKET_CHUNK_BYTES - 1}`,
  `${MARKET_CHUNK_BYTES}-${2 * MARKET_CHUNK_BYTES - 1}`,
  `${2 * MARKET_CHUNK_BYTES}-${MARKET.length - 1}`,
] as const;

describe('the market of a validator', () => {
  it('fetches the market in chunks, verifies it, and uses the cache the next time', async () => {
    const { folder: fetched, sha256 } = await open();
    expect(sha256).toBe(described.sha256);
    expect(readFileSync(indexPath(fetched)).equals(MARKET)).toBe(true);
    expect(asked).toEqual(RANGES);
    expect((await open()).folder).toBe(fetched);
    expect(asked).toHaveLength(3);
  });

  it('resumes an interrupted market download without repeating chunks', async () => {
    tamper = (bytes, request) => (request === 2 ? null : bytes);
    await expect(open()).rejects.toMatchObject({ code: 'ARENA_UNREACHABLE' });
    const path = indexPath(join(folder, 'cache', described.sha256));
    expect(existsSync(path)).toBe(false);
    expect((await open()).sha256).toBe(described.sha256);
    expect(asked).toEqual([RANGES[0], RANGES[1], RANGES[1], RANGES[2]]);
    expect(readFileSync(path).equals(MARKET)).toBe(true);
  });

  it('fetches a damaged chunk again', async () => {
    tamper = (bytes, request) => (request === 2 ? bytes.fill(0, 0, 10) : bytes);
    await open();
    expect(asked).toEqual([RANGES[0], RANGES[1], RANGES[1], RANGES[2]]);
    expect(log.map(({ message }) => message)).toContain('A chunk of the market arrived damaged.');
  });

  it('rejects a market when a chunk stays damaged', async () => {
    tamper = (bytes) => bytes.fill(0, 0, 10);
    await expect(open()).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED' });
    expect(asked).toEqual([RANGES[0], RANGES[0], RANGES[0]]);
    expect(existsSync(indexPath(join(folder, 'cache', described.sha256)))).toBe(false);
  });

  it('rejects a market whose chunks do not make the named file, and keeps nothing of it', async () => {
    described = { ...described, sha256: 'ab'.repeat(32) };
    const path = indexPath(join(folder, 'cache', described.sha256));
    await expect(open()).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED' });
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
  });

  it('repairs a damaged or truncated market in the cache', async () => {
    const path = indexPath((await open()).folder);
    const damaged = Buffer.from(MARKET);
    damaged[5] = damaged[5]! ^ 1;
    writeFileSync(path, damaged);
    await open();
    expect(asked.slice(3)).toEqual([RANGES[0]]);
    truncateSync(path, MARKET_CHUNK_BYTES + 7);
    await open();
    expect(asked.slice(4)).toEqual([RANGES[1], RANGES[2]]);
    expect(readFileSync(path).equals(MARKET)).toBe(true);
  });

  it('rejects a market that is not the arena’s, even if it is named', async () => {
    expect(await open(join(folder, 'served'))).toMatchObject({ sha256: described.sha256 });
    makeFolder(join(folder, 'other'));
    writeFileSync(indexPath(join(folder, 'other')), 'another market');
    await expect(open(join(folder, 'other'))).rejects.toMatchObject({ code: 'INDEX_UNREADABLE' });
    expect(asked).toEqual([]);
  });
});
