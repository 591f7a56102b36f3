import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '../../json/parse-json.ts';
import { EnvironmentSession } from '../session/environment-session.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { answerMessage, errorText, type SocketErrorCode } from './answer-message.ts';

export interface SessionLimits {
  /** Concurrent sessions. */
  readonly maxSessions: number;
  /** A session without a request for this long is closed. */
  readonly idleMilliseconds: number;
}

export interface SessionSocketsOptions extends SessionLimits {
  readonly environment: ShoppingEnvironment;
  /** Sessions of this server, also those that are not sockets. */
  readonly countSessions: () => number;
  /** Called for unexpected errors. The client only learns that something failed. */
  readonly onDefect: (error: unknown) => void;
}

/** An answer of a model has at most 200,000 characters, and JSON may need several bytes for each. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/**
 * Requests that a client may send ahead. The protocol waits for every answer, so more indicates a defect or an attack.
 */
const MAX_WAITING = 4;
/** Maximum size of answers that a client has not read yet. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

const CLOSING_MILLISECONDS = 500;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** OpenEnv's sessions. Each WebSocket is one session. */
export class SessionSockets {
  readonly #options: SessionSocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  readonly #open = new Map<WebSocket, { active: number }>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SessionSocketsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#closeIdle(), Math.max(10, options.idleMilliseconds / 10));
    this.#sweep.unref();
  }

  get size(): number {
    return this.#open.size;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#begin(opened));
  }

  /** Ends every session. Clients that do not answer the closing handshake are disconnected. */
  close(): void {
    clearInterval(this.#sweep);
    const open = [...this.#open.keys()];
    this.#open.clear();
    for (const socket of open) socket.close(GOING_AWAY, 'The server stops.');
    const cutOff = (): void => {
      for (const socket of open) socket.terminate();
    };
    setTimeout(cutOff, CLOSING_MILLISECONDS).unref();
  }

  #begin(socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    const { maxSessions, environment, countSessions } = this.#options;
    if (countSessions() >= maxSessions) {
      const message = `The server has ${maxSessions} sessions, its maximum. Try again later.`;
      refuse(socket, 'CAPACITY_REACHED', message, TRY_AGAIN_LATER);
      return;
    }
    const session = new EnvironmentSession(environment);
    const use = { active: performance.now() };
    this.#open.set(socket, use);
    socket.on('close', () => this.#open.delete(socket));
    let waiting = 0;
    let last = Promise.resolve();
    socket.on('message', (data, isBinary) => {
      use.active = performance.now();
      if (++waiting > MAX_WAITING) {
        refuse(socket, 'SESSION_ERROR', 'Too many requests without waiting for answers.', POLICY_VIOLATION);
        return;
      }
      // Sequential, because an episode handles one answer at a time.
      last = last.then(async () => {
        if (socket.readyState === socket.OPEN) await this.#answer(socket, session, isBinary ? undefined : data);
        waiting--;
        use.active = performance.now();
      });
    });
  }

  async #answer(socket: WebSocket, session: EnvironmentSession, data: RawData | undefined): Promise<void> {
    const json = parseJson(data === undefined ? '' : String(data));
    const answer = json.ok
      ? await answerMessage(session, json.value, this.#options.onDefect)
      : errorText('INVALID_JSON', `This is not JSON: ${json.reason}`);
    if (answer === null) socket.close();
    else socket.send(answer, () => {});
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
  }

  #closeIdle(): void {
    const { idleMilliseconds } = this.#options;
    const before = performance.now() - idleMilliseconds;
    for (const [socket, { active }] of this.#open) {
      if (active > before) continue;
      const seconds = Math.round(idleMilliseconds / 1000);
      // Removed at once, so that a client that ignores the closing handshake does not count as a session.
      this.#open.delete(socket);
      refuse(socket, 'SESSION_ERROR', `The session expired: no request for ${seconds} s. Connect again.`, GOING_AWAY);
    }
  }
}

/** OpenEnv's clients read the error as the answer to their next request. */
function refuse(socket: WebSocket, code: SocketErrorCode, message: string, status: number): void {
  socket.send(errorText(code, message), () => {});
  socket.close(status);
}
