import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BodyTooLarge, boundedChunks } from '../../net/read-body.ts';

/** More than a legitimate agent has open; a flood must not use up the host's descriptors. */
const MAX_CONNECTIONS = 64;
const MAX_BODY_BYTES = 1024 ** 2;
const PATHS = new Set(['/health', '/inference/models', '/inference/chat/completions', '/search/find_product']);

/** Stands in for the gateway: a server on a Unix socket that gives minimal answers and records requests. */
export class RequestRecorder {
  readonly path: string;
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor(path: string) {
    this.path = path;
    this.#server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
      const address = request.url ?? '';
      if (this.requests.length < 1_000) this.requests.push(`${request.method} ${address}`);
      void answer(request, response);
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('clientError', (_, connection) => connection.destroy());
  }

  static async open(path: string): Promise<RequestRecorder> {
    const recorder = new RequestRecorder(path);
    await once(recorder.#server.listen(path), 'listening');
    return recorder;
  }

  /** Resolves with the next request. */
  async nextRequest(): Promise<void> {
    await once(this.#server, 'request');
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Reads the body, without keeping it, before the answer: a client that is still sending might not read one. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // An agent that is stopped breaks its connections, also after the answer.
  request.on('error', () => {});
  try {
    for await (const _ of boundedChunks(request, MAX_BODY_BYTES));
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) return;
    response.writeHead(413, { connection: 'close' }).end(() => request.destroy());
    return;
  }
  if (PATHS.has(request.url ?? '')) response.end(request.url === '/health' ? 'healthy\n' : '{}');
  else response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"forbidden"}');
}
