import type { TestProject } from 'vitest/node';
import { serveResource } from '../../testing/shared-resource.ts';
import { findPostgres } from './find-postgres.ts';
import { PostgresServer } from './postgres-server.ts';

/** Enough for every worker of a large machine. */
const MAX_CONNECTIONS = 400;

/**
 * Shares one PostgreSQL server between all test files of a run: `initdb` for each file cost more than their tests. It
 * runs in the main process, because a server ends with the process that started it and workers end with their file.
 */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  let server: PostgresServer | undefined;
  const { socketPath, close } = await serveResource(async () => {
    server = await start();
    return server.address;
  });
  project.provide('postgresSocket', socketPath);
  return async () => {
    await close();
    await server?.stop();
  };
}

async function start(): Promise<PostgresServer> {
  const found = findPostgres();
  if (!found.ok) throw new Error(found.reason);
  return await PostgresServer.start(found, { durable: false, maxConnections: MAX_CONNECTIONS });
}
