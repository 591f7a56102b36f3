import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgres } from './find-postgres.ts';
import { PostgresServer } from './postgres-server.ts';

/** Enough for every worker of a large machine. */
const MAX_CONNECTIONS = 400;

/**
 * Lends one PostgreSQL server to all test files of a run: `initdb` for each file cost more than their tests. It runs in the
 * main process, because a server ends with the process that started it and workers end with their file.
 */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lender-'));
  const socketPath = join(folder, 'socket');
  let starting: Promise<PostgresServer> | undefined;
  const lender = createServer(async (socket) => {
    socket.on('error', () => {});
    starting ??= start();
    const answer = await starting.then(
      ({ address }) => ({ address }),
      (error) => ({ failure: String(error) }),
    );
    socket.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => lender.listen(socketPath, resolve));
  project.provide('postgresSocket', socketPath);
  return async () => {
    lender.close();
    await starting?.then((server) => server.stop()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
}

async function start(): Promise<PostgresServer> {
  const found = findPostgres();
  if (!found.ok) throw new Error(found.reason);
  return await PostgresServer.start(found, { durable: false, maxConnections: MAX_CONNECTIONS });
}
