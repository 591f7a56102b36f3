import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly url: string;
  /** The next request as bytes; `undefined` ends the connection. */
  readonly next: () => Buffer | undefined;
  readonly connections: number;
}

export interface Driven {
  readonly answers: number;
  /** Responses with a status other than 200. */
  readonly refused: number;
  readonly seconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const READ_BYTES = 256 * 1024;

/**
 * Sends requests over plain sockets, one at a time per connection. Node's own client takes as much processor time as
 * the server it measures; on two cores this client must not be the limit.
 */
export async function driveLoad({ url, next, connections }: Load): Promise<Driven> {
  const { hostname, port } = new URL(url);
  const counts = { answers: 0, refused: 0 };
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(Number(port), hostname)));
  const started = performance.now();
  await Promise.all(lines.map((line) => line.askInTurn(next, counts)));
  return { ...counts, seconds: (performance.now() - started) / 1_000 };
}

/** One connection. It reads into one reused buffer, so that a response of 40 kB needs no allocation. */
class Line {
  readonly #socket: Socket;
  #onBytes: (bytes: Buffer) => void = () => {};

  private constructor(port: number, host: string) {
    const callback = (count: number, buffer: Uint8Array): boolean => {
      this.#onBytes(Buffer.from(buffer.buffer, buffer.byteOffset, count));
      return true;
    };
    this.#socket = connect({ port, host, noDelay: true, onread: { buffer: Buffer.alloc(READ_BYTES), callback } });
  }

  static async open(port: number, host: string): Promise<Line> {
    const line = new Line(port, host);
    await once(line.#socket, 'connect');
    return line;
  }

  async askInTurn(next: () => Buffer | undefined, counts: { answers: number; refused: number }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let missing = 0;
    const ask = (): void => {
      const request = next();
      if (request !== undefined) this.#socket.write(request);
      else this.#socket.end(resolve);
    };
    this.#onBytes = (bytes) => {
      if (missing === 0) {
        // The server writes the head of a response in one piece.
        const end = bytes.indexOf(HEAD_END);
        const head = bytes.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) counts.refused++;
        missing = end + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      missing -= bytes.length;
      if (missing > 0) return;
      counts.answers++;
      ask();
    };
    this.#socket.once('error', reject);
    ask();
    await promise;
  }
}

export function plainGet(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`);
}
