import { Fault } from '../../../fault/fault.ts';
import { chainFault } from '../chain-fault.ts';
import type { ChainTiming } from '../subtensor-settings.ts';
import { type NodeMessage, parseNodeMessage } from './node-message.ts';
import { NodeRefusal } from './node-refusal.ts';

interface Asked {
  /** Called as soon as the response arrives, before later messages are processed. */
  readonly accept: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * One WebSocket to one node. It ends permanently when the socket closes, when the node does not respond in time or
 * sends an invalid message; all pending requests then fail with the reason.
 */
export class NodeConnection {
  /** Host of the node. Not the full address: providers put keys into its path. */
  readonly place: string;
  readonly #socket: WebSocket;
  readonly #timing: ChainTiming;
  readonly #asked = new Map<number, Asked>();
  readonly #news = new Map<string, ReadableStreamDefaultController<unknown>>();
  #nextId = 1;
  #ending: Fault | undefined;

  private constructor(socket: WebSocket, place: string, timing: ChainTiming) {
    this.#socket = socket;
    this.place = place;
    this.#timing = timing;
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', () => this.#end('closed the connection'));
    if (socket.readyState !== WebSocket.OPEN) this.#end('closed the connection');
  }

  static async open(endpoint: string, timing: ChainTiming): Promise<NodeConnection> {
    const { host, socket } = openSocket(endpoint);
    const opened = Promise.withResolvers<void>();
    const timer = setTimeout(() => opened.reject(new Error(`no answer in ${timing.open / 1000} s`)), timing.open);
    socket.addEventListener('open', () => opened.resolve());
    socket.addEventListener('error', (event) => opened.reject(reasonOf(event)));
    socket.addEventListener('close', ({ code }) => opened.reject(new Error(`closed with code ${code}`)));
    try {
      await opened.promise;
    } catch (error) {
      socket.close();
      throw unreachable(host, `cannot be reached (${(error as Error).message})`, error);
    } finally {
      clearTimeout(timer);
    }
    return new NodeConnection(socket, host, timing);
  }

  get isOpen(): boolean {
    return this.#ending === undefined;
  }

  call(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((accept, reject) => this.#ask(method, params, accept, reject));
  }

  /**
   * Subscribes to notifications of the node, in order. The stream fails when the connection ends; `cancel`
   * unsubscribes.
   */
  subscribe(method: string, params: readonly unknown[], unsubscribe: string): Promise<ReadableStream<unknown>> {
    return new Promise((resolve, reject) => {
      const accept = (subscription: unknown): void => {
        const id = String(subscription);
        const stream = new ReadableStream<unknown>({
          start: (controller) => void this.#news.set(id, controller),
          cancel: () => {
            this.#news.delete(id);
            if (this.isOpen)
              this.#ask(
                unsubscribe,
                [subscription],
                () => {},
                () => {},
              );
          },
        });
        resolve(stream);
      };
      this.#ask(method, params, accept, reject);
    });
  }

  close(): void {
    this.#end('was left');
  }

  #ask(method: string, params: readonly unknown[], accept: Asked['accept'], reject: Asked['reject']): void {
    if (this.#ending !== undefined) {
      reject(this.#ending);
      return;
    }
    const id = this.#nextId++;
    const late = (): void => this.#end(`did not answer ${method} in ${this.#timing.answer / 1000} s`);
    this.#asked.set(id, { accept, reject, timer: setTimeout(late, this.#timing.answer) });
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  #receive(data: unknown): void {
    if (!this.isOpen) return;
    const message = parseNodeMessage(data);
    if (message === undefined) this.#end('sent something that is not JSON-RPC');
    else if (message.kind === 'news') this.#news.get(message.subscription)?.enqueue(message.result);
    else this.#settle(message);
  }

  #settle(message: Exclude<NodeMessage, { kind: 'news' }>): void {
    const asked = this.#asked.get(message.id);
    if (asked === undefined) return;
    this.#asked.delete(message.id);
    clearTimeout(asked.timer);
    if (message.kind === 'result') asked.accept(message.result);
    else asked.reject(new NodeRefusal(message.code, message.message, message.detail));
  }

  #end(what: string): void {
    if (!this.isOpen) return;
    const ending = unreachable(this.place, what);
    this.#ending = ending;
    this.#socket.close();
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(ending);
    }
    for (const controller of this.#news.values()) controller.error(ending);
    this.#asked.clear();
    this.#news.clear();
  }
}

function openSocket(endpoint: string): { readonly host: string; readonly socket: WebSocket } {
  const url = URL.parse(endpoint);
  if (url === null || !['ws:', 'wss:'].includes(url.protocol)) {
    throw new Fault('USAGE', {
      message: 'The address of a node of the chain does not begin with ws:// or wss://.',
      remedy: 'Give an address such as wss://entrypoint-finney.opentensor.ai:443.',
    });
  }
  return { host: url.host, socket: new WebSocket(url) };
}

function reasonOf(event: Event): Error {
  const { error } = event as ErrorEvent;
  return error instanceof Error ? error : new Error('the connection was refused');
}

function unreachable(place: string, what: string, cause?: unknown): Fault {
  return chainFault({
    message: `The chain's node ${place} ${what}.`,
    remedy: 'Check the network and the address, or name another node. The connection is retried automatically.',
    sendAgain: true,
    cause,
  });
}
