import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A status and a body, or another behaviour of a provider's connection. */
export type ProviderScript =
  | {
      readonly status: number;
      readonly body?: string | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
      readonly afterMilliseconds?: number;
    }
  | ((response: ServerResponse, request: ProviderRequest) => void);

export const COMPLETION =
  '{"id":"c-1", "object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"héllo ☕"},' +
  '"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100}}\n';

/** A model provider for tests. It is an external party, so this is a stand-in on a real port. */
export class StandInProvider {
  readonly requests: ProviderRequest[] = [];
  /** How it handles the next requests, in order; afterwards it answers `COMPLETION`. */
  script: ProviderScript[] = [];
  most = 0;
  /** Requests whose connection is still open. */
  underWay = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<StandInProvider> {
    const server = createServer();
    const provider = new StandInProvider(server);
    server.on('request', async (request, response) => {
      provider.most = Math.max(provider.most, ++provider.underWay);
      response.on('close', () => provider.underWay--);
      const body = await text(request).catch(() => '');
      const seen = { path: request.url ?? '', headers: request.headers, body };
      provider.requests.push(seen);
      const step = provider.script.shift() ?? { status: 200, body: COMPLETION };
      if (typeof step === 'function') return step(response, seen);
      setTimeout(() => response.writeHead(step.status, step.headers).end(step.body ?? ''), step.afterMilliseconds ?? 0);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  reset(...script: ProviderScript[]): void {
    this.script = script;
    this.requests.length = 0;
    this.most = 0;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
