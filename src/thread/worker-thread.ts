import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../fault/fault.ts';
import type { ThreadReply, ThreadStart } from './answer-requests.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * A thread that answers requests one at a time, in order. Its script calls `answerRequests`. If the thread dies, all
 * pending and later requests are rejected.
 */
export class WorkerThread<Request, Answer> {
  readonly #worker: Worker;
  readonly #stopping = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting: PromiseWithResolvers<Answer>[] = [];
  readonly #isOptional: boolean;
  #death: Error | undefined;

  /** An idle thread keeps the process alive until it is stopped, unless it `isOptional`. */
  constructor(script: URL, data: unknown, { isOptional = false }: { readonly isOptional?: boolean } = {}) {
    this.#isOptional = isOptional;
    const start: ThreadStart = { data, stopping: this.#stopping };
    // Options of the process, such as --eval, must not be inherited by its threads.
    this.#worker = new Worker(script, { workerData: start, execArgv: [] });
    this.#worker.on('message', (reply: ThreadReply<Answer>) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#die(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#die(new Error('the thread has stopped')));
    if (isOptional) this.#worker.unref();
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** Number of pending requests. */
  get pending(): number {
    return this.#waiting.length;
  }

  ask(request: Request): Promise<Answer> {
    if (this.#death !== undefined) return Promise.reject(this.#death);
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.push(answer);
    if (this.#isOptional) this.#worker.ref();
    this.#worker.postMessage(request);
    return answer.promise;
  }

  /**
   * Ends the thread after its current request and rejects the others. Terminating a thread at an arbitrary point can
   * abort the whole process: Node aborts if that happens while a decompressor is being created.
   */
  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#worker, 'exit');
    Atomics.store(this.#stopping, 0, 1);
    this.#worker.postMessage(undefined);
    const late = setTimeout(() => void this.#worker.terminate(), TIMEOUT_MILLISECONDS);
    await ended;
    clearTimeout(late);
  }

  #settle(reply: ThreadReply<Answer>): void {
    const asked = this.#waiting.shift()!;
    if (this.#isOptional && this.#waiting.length === 0) this.#worker.unref();
    if (reply.ok) asked.resolve(reply.answer);
    else if (reply.code === undefined) asked.reject(new Error(reply.message));
    else {
      const { code, message, remedy, extra } = reply;
      asked.reject(new Fault(code, { message, ...(remedy && { remedy }), ...(extra && { extra }) }));
    }
  }

  #die(reason: Error): void {
    this.#death ??= reason;
    for (const asked of this.#waiting.splice(0)) asked.reject(this.#death);
  }
}
