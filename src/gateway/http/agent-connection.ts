import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One connection of the agent, from its first byte to its last. */
export class AgentConnection {
  readonly #socket: Socket;
  readonly #garbled = new AbortController();
  /** Requests that arrived and have no answer yet. */
  #unanswered = 0;
  /** One for each request whose answer the agent has not taken yet. */
  readonly #untaken = new Set<() => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => {
      for (const taken of this.#untaken) taken();
      this.#untaken.clear();
    });
    // After CONNECT there is no other listener, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy());
  }

  /** Fires when what comes is no HTTP any more: nothing further can be understood here. */
  get garbled(): AbortSignal {
    return this.#garbled.signal;
  }

  /** The agent is owed answers; anything else written now would be taken for one of them. */
  get owed(): boolean {
    return this.#unanswered > 0 || this.#untaken.size > 0;
  }

  garble(): void {
    this.#garbled.abort();
  }

  beginRequest(): void {
    this.#unanswered++;
  }

  /** @param taken called once the answer was sent, or the agent has disconnected. */
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

  /** Where no further request can come, the last answer is the end. */
  #endIfSpent(): void {
    if (this.garbled.aborted && !this.owed) this.#socket.destroySoon();
  }
}
