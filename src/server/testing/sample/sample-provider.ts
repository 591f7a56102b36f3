import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SampleProvider {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** A model provider that accepts every credential but `refused`. */
export async function startSampleProvider(): Promise<SampleProvider> {
  const server = createServer((request, response) => {
    response.statusCode = request.headers.authorization === 'Bearer refused' ? 401 : 200;
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
