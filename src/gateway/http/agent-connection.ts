import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One connection of the agent. */
export class AgentConnection {
  readonly #socket: Socket;
  readonly #garbled = new AbortController();
  /** Requests that arrived and are not answered yet. */
  #unanswered = 0;
  /** Callbacks of requests whose answer the agent has not received yet. */
  readonly #untaken = new Set<() => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => {
      for (const taken of this.#untaken) taken();
      this.#untaken.clear();
    });
    // After CONNECT there is no other error listener, and an unhandled error would end the process.
    socket.on('error', () => socket.destroy());
  }

  /** Aborts when the input is no longer HTTP and nothing further can be parsed. */
  get garbled(): AbortSignal {
    return this.#garbled.signal;
  }

  /** Whether answers are pending. Anything else written now would be read as one of them. */
  get owed(): boolean {
    return this.#unanswered > 0 || this.#untaken.size > 0;
  }

  garble(): void {
    this.#garbled.abort();
  }

  beginRequest(): void {
    this.#unanswered++;
  }

  /**
   * @param taken called once the answer was sent or the agent has disconnected.
   */
  endRequest(response: ServerResponse, taken: () => void): void {
    this.#unanswered--;
    if (this.#socket.destroyed || response.writableFinished || !response.headersSent) taken();
    else {
      this.#untaken.add(taken);
      response.on('close', () => {
        if (this.#untaken.delete(taken)) taken();
        this.#endIfSpent();
      });
    }
    this.#endIfSpent();
  }

  /** Closes the connection after the last answer if no further request can be read. */
  #endIfSpent(): void {
    if (this.garbled.aborted && !this.owed) this.#socket.destroySoon();
  }
}
