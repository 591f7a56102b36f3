import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** One client, as the server sees it. */
export interface SocketPeer {
  send(text: string): void;
  /** Without a farewell, as when a cable is cut. */
  cut(): void;
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;

/** A WebSocket server for tests, as far as a client of JSON-RPC needs one. Node brings only the client. */
export class SocketServer {
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(onText: (text: string, peer: SocketPeer) => void): Promise<SocketServer> {
    const server = createServer((_, response) => response.writeHead(426).end());
    const started = new SocketServer(server);
    server.on('upgrade', (request, socket: Duplex) => {
      const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${MAGIC}`).digest('base64');
      const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
      socket.write(`${[...head, `Sec-WebSocket-Accept: ${key}`].join('\r\n')}\r\n\r\n`);
      started.#serve(socket, onText);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return started;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Duplex, onText: (text: string, peer: SocketPeer) => void): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    (socket as Socket).setNoDelay(true);
    const peer: SocketPeer = {
      send: (text) => void (socket.writable && socket.write(frame(TEXT, Buffer.from(text)))),
      cut: () => void socket.destroy(),
    };
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let read = readFrame(received); read !== undefined; read = readFrame(received)) {
        received = received.subarray(read.length);
        if (read.kind === TEXT) onText(read.payload.toString('utf8'), peer);
        if (read.kind === CLOSE) socket.end(frame(CLOSE, read.payload));
      }
    });
  }
}

function frame(kind: number, payload: Buffer): Buffer {
  const short = payload.length < 126;
  const head = Buffer.alloc(short ? 2 : 10);
  head[0] = 0x80 | kind;
  head[1] = short ? payload.length : 127;
  if (!short) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

/** The first whole frame; clients mask theirs. */
function readFrame(bytes: Buffer): { kind: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const code = bytes[1]! & 0x7f;
  const start = code < 126 ? 2 : code === 126 ? 4 : 10;
  if (bytes.length < start + 4) return undefined;
  const size = code < 126 ? code : code === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + 4 + size;
  if (bytes.length < end) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = Buffer.from(bytes.subarray(start + 4, end).map((byte, index) => byte ^ mask[index % 4]!));
  return { kind: bytes[0]! & 0x0f, payload, length: end };
}
