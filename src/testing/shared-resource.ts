import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface ResourceServer {
  /** Pass it to `fetchResource` in a worker. */
  readonly socketPath: string;
  close(): Promise<void>;
}

/**
 * Serves a resource to the workers of a test run. The main process starts it, because it must outlive the test files.
 * It is started by the first request; every answer is the result of `start` as JSON.
 */
export async function serveResource(start: () => Promise<unknown>): Promise<ResourceServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lender-'));
  const socketPath = join(folder, 'socket');
  let starting: Promise<unknown> | undefined;
  const server = createServer(async (socket) => {
    socket.on('error', () => {});
    starting ??= start();
    const answer = await starting.then(
      (lent) => ({ lent }),
      (error) => ({ failure: String(error) }),
    );
    socket.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const close = async (): Promise<void> => {
    server.close();
    await starting?.catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  return { socketPath, close };
}

/** Waits until the resource is started. */
export async function fetchResource<T>(socketPath: string): Promise<T> {
  const answer = JSON.parse(await text(connect(socketPath))) as { readonly lent: T } | { readonly failure: string };
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.lent;
}
