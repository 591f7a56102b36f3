/** The baseline: only one Fastify route. Prints its address, and ends when its standard input ends. */
import { writeSync } from 'node:fs';
import fastify from 'fastify';

const server = fastify();
server.get('/', async () => ({ hello: 'world' }));
process.stdin.resume().once('end', () => process.exit(0));
writeSync(1, `${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
