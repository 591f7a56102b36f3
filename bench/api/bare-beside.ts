/**
 * The yardstick inside the process that is measured: `node --import bare-beside.ts PROGRAM FOLDER`. One Fastify route on a port
 * of its own, with the same event loop, collector and neighbours as the arena; its address is left in FOLDER.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import fastify from 'fastify';
import { BARE_ADDRESS } from './bare-address.ts';

const folder = process.argv[2];
if (isMainThread && folder !== undefined) {
  const server = fastify();
  server.get('/', async () => ({ hello: 'world' }));
  writeFileSync(join(folder, BARE_ADDRESS), await server.listen({ host: '127.0.0.1', port: 0 }));
}
