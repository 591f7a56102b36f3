import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChatAnswer } from '../../inference/inference.ts';
import type { EngineStart, FromEngine, ToEngine } from './engine-message.ts';

const SCRIPT = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const MOST_STDERR = 2_000;

/** A model's answer. */
export type EngineAnswer = Pick<ChatAnswer, 'status' | 'body' | 'usage'>;

/** Describes how a process ended unexpectedly. */
export class EngineEnded extends Error {}

/** One engine process. It does not keep this process alive while no request is running. */
export class EngineClient {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<EngineAnswer>>();
  readonly #ready = Promise.withResolvers<void>();
  #stderr = '';
  #nextId = 1;
  #isClosing = false;
  #death: EngineEnded | undefined;

  constructor(start: EngineStart) {
    // Options of this process, such as a debugger's port or a test runner's loader, must not be inherited.
    this.#process = fork(SCRIPT, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#process.on('message', (message: FromEngine) => this.#receive(message));
    this.#process.on('error', (error) => this.#die(error.message));
    this.#process.on('exit', (code, signal) => this.#die(signal === null ? `with code ${code}` : `by ${signal}`));
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    // A rejection before anything awaits the promise must not end this process.
    this.#ready.promise.catch(() => {});
    this.#send(start);
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** Rejects with the reason if the model could not be loaded. */
  async ready(): Promise<void> {
    try {
      await this.#ready.promise;
    } finally {
      this.#holdWhileAsked();
    }
  }

  async ask(body: string, signal: AbortSignal | undefined): Promise<EngineAnswer> {
    signal?.throwIfAborted();
    if (this.#death !== undefined) throw this.#death;
    const id = this.#nextId++;
    const answer = Promise.withResolvers<EngineAnswer>();
    this.#waiting.set(id, answer);
    this.#holdWhileAsked();
    this.#send({ type: 'chat', id, body });
    const abort = () => {
      if (this.#waiting.delete(id)) this.#send({ type: 'abort', id });
      answer.reject(signal!.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(id);
      this.#holdWhileAsked();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#death !== undefined) return;
    const ended = once(this.#process, 'exit');
    this.#process.ref();
    this.#process.kill('SIGKILL');
    await ended;
  }

  #send(message: ToEngine): void {
    // If the process has just died, its exit is reported instead of a failed write.
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  #receive(message: FromEngine): void {
    if (message.type === 'ready') this.#ready.resolve();
    else if (message.type === 'failed') this.#ready.reject(new Error(message.reason));
    else if (message.type === 'error') this.#waiting.get(message.id)?.reject(new Error(message.reason));
    else {
      const { status, body, usage } = message;
      this.#waiting.get(message.id)?.resolve({ status, body, usage });
    }
  }

  #die(how: string): void {
    const words = this.#stderr.trim().split('\n').slice(-3).join(' ').slice(-300);
    this.#death ??= new EngineEnded(
      this.#isClosing ? 'it was closed' : `its process ended ${how}${words && `: ${words}`}`,
    );
    this.#ready.reject(this.#death);
    for (const answer of this.#waiting.values()) answer.reject(this.#death);
  }

  #holdWhileAsked(): void {
    const hold = this.#waiting.size > 0 ? 'ref' : 'unref';
    this.#process[hold]();
    this.#process.channel?.[hold]();
    (this.#process.stderr as unknown as { ref(): void; unref(): void })[hold]();
  }
}
