import type { FastifyInstance } from 'fastify';
import { Fault } from '../fault/fault.ts';
import { systemErrorCode } from '../store/files.ts';

/** Starts a server and returns its address; throws a readable fault if the address cannot be used. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw new Fault('PORT_UNAVAILABLE', { ...explanation(code, host, port), cause: error });
  }
}

function explanation(code: string, host: string, port: number): { readonly message: string; readonly remedy: string } {
  switch (code) {
    case 'EADDRINUSE':
      return {
        message: `Port ${port} on ${host} is already in use.`,
        remedy: 'Choose another with --port, or 0 for any.',
      };
    case 'EACCES':
      return { message: `Listening on port ${port} is not permitted.`, remedy: 'Choose one above 1023 with --port.' };
    default:
      return {
        message: `Cannot listen on ${host}:${port} (${code}).`,
        remedy: 'Check that --host is an address of this machine.',
      };
  }
}

/** How long clients get to finish their requests when the server stops. */
const GRACE_MILLISECONDS = 2_000;

/** Stops a server: running requests may finish, and idle connections are closed. */
export async function stopServer(server: FastifyInstance): Promise<void> {
  const cutOff = setInterval(() => server.server.closeAllConnections(), GRACE_MILLISECONDS);
  await server.close();
  clearInterval(cutOff);
}
