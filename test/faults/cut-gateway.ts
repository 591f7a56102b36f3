import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

const REQUESTS = 'http.server.request.start';

/** Of all servers in this process only gateways listen at a path. */
function isGateway(server: Server): boolean {
  return typeof server.address() === 'string';
}

/**
 * Closes gateways under the agents that are asking them something, the first `most` of them: nobody answers at their
 * sockets any more, and whoever was waiting for an answer is hung up on. Says how many it cut.
 */
export function cutGateways(most: number): { readonly cut: number; stop(): void } {
  let cut = 0;
  const onRequest = (message: unknown): void => {
    const { server } = message as { readonly server: Server };
    if (cut >= most || !isGateway(server)) return;
    cut++;
    server.close();
    server.closeAllConnections();
  };
  subscribe(REQUESTS, onRequest);
  return {
    get cut() {
      return cut;
    },
    stop: () => void unsubscribe(REQUESTS, onRequest),
  };
}
