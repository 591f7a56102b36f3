import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A connected client. */
export interface SocketPeer {
  send(text: string): void;
  /** Closes without a closing handshake, like a cut cable. */
  cut(): void;
}

/** A WebSocket server for tests. Node includes only a client. */
export class SocketServer {
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer) {
    this.#server = server;
  }

  static async start(onText: (text: string, peer: SocketPeer) => void): Promise<SocketServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    server.on('connection', (socket) => serve(socket, onText));
    await once(server, 'listening');
    return new SocketServer(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cutAll(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  async stop(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function serve(socket: WebSocket, onText: (text: string, peer: SocketPeer) => void): void {
  const peer: SocketPeer = { send: (text) => socket.send(text, () => {}), cut: () => socket.terminate() };
  socket.on('error', () => {});
  socket.on('message', (data) => onText(data.toString(), peer));
}
