import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

const REQUESTS = 'http.server.request.start';

/** Among the servers of this process, only gateways listen on a path. */
function isGateway(server: Server): boolean {
  return typeof server.address() === 'string';
}

/**
 * Closes the first `most` gateways while agents have requests in flight: their sockets no longer respond, and open
 * connections are dropped. `cut` is the number closed so far.
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
