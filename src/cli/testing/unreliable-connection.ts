import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Random } from '../../random/random.ts';

export interface UnreliableConnection {
  readonly url: string;
  /** Number of requests lost before they arrived, and number of lost responses. */
  readonly lost: { requests: number; answers: number };
  close(): Promise<void>;
}

/**
 * A TCP proxy that closes connections: sometimes before a request has arrived, sometimes while the response is on its
 * way.
 */
export async function openUnreliableConnection(target: string, share: number): Promise<UnreliableConnection> {
  const { hostname, port } = new URL(target);
  const random = new Random(5);
  const lost = { requests: 0, answers: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const hangUp = (): void => {
      client.destroy();
      upstream.destroy();
    };
    let deaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', hangUp);
      socket.on('close', () => {
        sockets.delete(socket);
        hangUp();
      });
    }
    client.on('data', (chunk) => {
      if (random.chance(share)) {
        lost.requests++;
        return hangUp();
      }
      deaf ||= random.chance(share);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!deaf) return void client.write(chunk);
      lost.answers++;
      hangUp();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
