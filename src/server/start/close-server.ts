import type { FastifyInstance } from 'fastify';

/** How long clients get to finish what they asked for once the server is to stop. */
const GRACE_MILLISECONDS = 2_000;

/** Stops a server: what is under way may finish, and whoever sends or reads no further is cut off. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const cutOff = setInterval(() => server.server.closeAllConnections(), GRACE_MILLISECONDS);
  try {
    await server.close();
  } finally {
    clearInterval(cutOff);
  }
}
