/**
 * The baseline inside the measured process: `node --import bare-beside.ts PROGRAM FOLDER`. One Fastify route on its own
 * port, with the same event loop, garbage collector and load as the arena; it writes its address to FOLDER.
 * `/processor` returns the microseconds of processor time that this process used during the newest other request.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import fastify from 'fastify';
import { BARE_ADDRESS } from './bare-address.ts';

const folder = process.argv[2];
if (isMainThread && folder !== undefined) {
  let microseconds = 0;
  const begun = new WeakMap<IncomingMessage, NodeJS.CpuUsage>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url !== '/processor') begun.set(request, process.cpuUsage());
  });
  subscribe('http.server.response.finish', (message) => {
    const before = begun.get((message as { readonly request: IncomingMessage }).request);
    if (before === undefined) return;
    const { user, system } = process.cpuUsage(before);
    microseconds = user + system;
  });
  const server = fastify();
  server.get('/', async () => ({ hello: 'world' }));
  server.get('/processor', async () => ({ microseconds }));
  writeFileSync(join(folder, BARE_ADDRESS), await server.listen({ host: '127.0.0.1', port: 0 }));
}
