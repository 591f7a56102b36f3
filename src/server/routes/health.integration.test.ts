import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { onPostgres } from '../../store/testing/every-engine.ts';
import { S3StandIn } from '../../store/testing/s3-blobs-stand-in.ts';
import { scaled } from '../../testing/scaled.ts';
import { parseArenaConfig } from '../start/arena-config.ts';
import { type StartedArena, startArena } from '../start/start-arena.ts';
import { FREE_RATES } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

let folder: string;
let started: StartedArena;
let url: string;
let log: string;

async function start(
  environment: Readonly<Record<string, string>>,
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'assay-health-'));
  log = '';
  const keep = (line: string): void => {
    log += line;
  };
  started = await startArena({
    folder,
    config: parseArenaConfig({ rates: FREE_RATES, admins: [addressOf('admin')], ...config }),
    environment,
    reader: await ProcessFactsReader.find(),
    version: '0',
    publicUrl: () => url,
    logger: { level: 'info', stream: { write: keep } },
  });
  url = await started.server.listen({ host: '127.0.0.1', port: 0 });
}

async function ask(path: string) {
  const response = await fetch(`${url}${path}`);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, unknown> & { checks?: { name: string; ok: boolean }[] },
  };
}

/** Names of the failed checks. */
async function broken(path: string): Promise<readonly string[]> {
  const { status, body } = await ask(path);
  const names = body.checks!.filter(({ ok }) => !ok).map(({ name }) => name);
  expect(status).toBe(names.length === 0 ? 200 : 503);
  return names;
}

/** Log entries with this message. */
function linesWith(message: string): readonly Record<string, unknown>[] {
  const entries = log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return entries.filter(({ msg }) => msg === message);
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + scaled(30_000); !(await what()); ) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await sleep(100);
  }
}

afterEach(async () => {
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
});

onPostgres('an arena whose PostgreSQL stops', (server) => {
  it('an arena whose PostgreSQL stops answers 503 in both health checks until it is back', {
    timeout: scaled(120_000),
  }, async () => {
    const postgres = server();
    await start({ DATABASE_URL: await postgres.createDatabase() }, {});
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { status: 'healthy' } });
    expect(await broken('/health/deep')).toEqual([]);

    await postgres.halt();
    for (const path of ['/v1/public/suites', '/v1/public/leaderboard', '/v1/public/ledger']) {
      expect(await ask(path)).toMatchObject({
        status: 503,
        retryAfter: '5',
        body: { error_code: 'STORAGE_UNAVAILABLE', detail: expect.stringContaining('try again') },
      });
    }
    const challenge = await fetch(`${url}/v1/auth/challenge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hotkey: addressOf('admin') }),
    });
    expect(challenge.status).toBe(503);
    // A result from before the stop is reused for up to a second.
    await until(async () => (await broken('/health/ready')).includes('database'));
    await until(async () => (await broken('/health/deep')).includes('database'));
    // The local chain is in the database, so it fails too.
    await until(async () => (await broken('/health/deep')).includes('chain'));
    const { body } = await ask('/health/deep');
    expect(JSON.stringify(body)).not.toContain(postgres.address.folder);
    expect((await ask('/health')).status).toBe(200);
    expect(log).toContain('health check failed');

    await postgres.run();
    await until(async () => (await ask('/v1/public/suites')).status === 200);
    await until(async () => (await ask('/health/deep')).status === 200);
    expect(linesWith('health check passes again')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'database', after_seconds: expect.any(Number) }),
        expect.objectContaining({ check: 'chain' }),
      ]),
    );
  });
});

describe('an arena whose blob store stops', () => {
  it('an arena whose blob store stops is not ready', { timeout: scaled(60_000) }, async () => {
    const service = await S3StandIn.start();
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = service;
    const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await start(keys, { blobs: { endpoint, region, bucket } });
    expect(await broken('/health/ready')).toEqual([]);
    await service.stop();
    await until(async () => (await broken('/health/ready')).includes('blobs'));
    expect(await ask('/health/deep')).toMatchObject({
      status: 503,
      body: { error_code: 'STORAGE_UNAVAILABLE', detail: 'Blobs cannot be written.' },
    });
  });
});

describe('an arena whose chain is away', () => {
  let dead: Server | undefined;
  afterEach(() => dead?.close());

  it('an arena whose chain is unreachable is not ready', { timeout: scaled(60_000) }, async () => {
    // A port whose server does not speak the protocol.
    dead = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => dead!.once('listening', resolve));
    const { port } = dead.address() as AddressInfo;
    await start({}, { chain: { kind: 'subtensor', netuid: 15, endpoints: [`ws://127.0.0.1:${port}`] } });
    expect(await ask('/health/ready')).toMatchObject({ status: 503, body: { error_code: 'CHAIN_FAILED' } });
    for (let polls = 0; polls < 3; polls++) expect(await broken('/health/deep')).toEqual(['chain', 'metagraph']);
    // Once each, however often health is asked for.
    const failed = linesWith('health check failed').map(({ check }) => check);
    expect(failed.sort()).toEqual(['chain', 'metagraph']);
    expect(linesWith('The chain cannot be read. The last known registrations count.')).toHaveLength(1);
    expect((await ask('/v1/public/suites')).status).toBe(200);
    // Grows, so that the alert for a chain that does not answer fires.
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(Number(/^assay_metagraph_age_seconds (.*)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  });
});
