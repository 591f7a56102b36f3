import type { FastifyInstance } from 'fastify';
import { Fault } from '../fault/fault.ts';
import { systemErrorCode } from '../store/storage-fault.ts';

/** Starts a server and gives its address; a port that cannot be had is said in a sentence. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const message =
      code === 'EADDRINUSE' ? `Port ${port} on ${host} is taken.` : `Cannot listen on ${host}:${port} (${code}).`;
    throw new Fault('PORT_UNAVAILABLE', { message, remedy: 'Choose another with --port, or 0 for any.', cause: error });
  }
}
