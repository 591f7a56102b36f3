import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { isFault, readTrainerEvent, requestOf, type TrainerEvent } from './trainer-event.ts';
import { crashed, notStarted, trainerFault } from './trainer-fault.ts';

export interface TrainerOptions {
  readonly python: string;
  /** Folder of the trainer's package. */
  readonly home: string;
  /** Other output of the trainer and its libraries; kept between executions. */
  readonly log: string;
}

interface Asked {
  readonly isEnd: (event: TrainerEvent) => boolean;
  readonly onEvent: (event: TrainerEvent) => void;
  readonly resolve: (event: TrainerEvent) => void;
  readonly reject: (fault: unknown) => void;
}

/** Events that complete a request. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  train: ['done'],
  serve: ['serving'],
  adapter: ['adapter'],
  bench: ['bench'],
};

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * The trainer as one child process for a whole run, because importing its libraries takes longer than most requests
 * of a test. It trains in a thread next to its server. It exits when its standard input closes, so also when this
 * process is killed.
 */
export class TrainerProcess {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #asked = new Map<string, Asked>();
  readonly #ended: Promise<void>;
  #fault: Fault | undefined;
  #next = 1;

  private constructor(child: ChildProcess, { python, log }: TrainerOptions) {
    this.#child = child;
    this.#log = log;
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#fail(notStarted(python, error));
        resolve();
      });
      child.on('close', (code, signal) => {
        this.#fail(crashed(signal === null ? `with exit code ${code}` : `by ${signal}`, this.#log));
        resolve();
      });
    });
    // Writing to a dead child fails. The reason of its exit is reported instead.
    child.stdin!.on('error', () => {});
    createInterface({ input: child.stdout! }).on('line', (line) => this.#hear(line));
  }

  static start(options: TrainerOptions): TrainerProcess {
    const log = openSync(options.log, 'a');
    try {
      const child = spawn(options.python, ['-m', 'trainer', 'work'], {
        stdio: ['pipe', 'pipe', log],
        env: trainerEnvironment(options.home),
      });
      return new TrainerProcess(child, options);
    } finally {
      closeSync(log);
    }
  }

  /** Resolves with the event that completes the request; other events go to `onEvent`. */
  async ask(
    request: { readonly do: string; readonly [field: string]: unknown },
    onEvent: (event: TrainerEvent) => void = () => {},
  ): Promise<TrainerEvent> {
    if (this.#fault !== undefined) throw this.#fault;
    const id = String(this.#next++);
    const ends = ENDS[request.do] ?? ['done'];
    return await new Promise((resolve, reject) => {
      this.#asked.set(id, { isEnd: ({ event }) => ends.includes(event), onEvent, resolve, reject });
      this.#child.stdin!.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  }

  /** Asks the process to stop, and kills it if it does not. */
  async stop(): Promise<void> {
    this.#fault ??= new Fault('TRAINER_UNAVAILABLE', { message: 'The trainer was stopped.' });
    this.#child.stdin!.end(`${JSON.stringify({ id: '0', do: 'stop' })}\n`);
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT_MILLISECONDS);
    await this.#ended;
    clearTimeout(killing);
  }

  #hear(line: string): void {
    const json = parseJson(line);
    const event = json.ok ? readTrainerEvent(json.value) : undefined;
    if (event === undefined) return;
    const id = requestOf(event) ?? '';
    const asked = this.#asked.get(id);
    if (isFault(event)) {
      const fault = trainerFault(event);
      if (asked === undefined) this.#fail(fault);
      else this.#settle(id, () => asked.reject(fault));
      return;
    }
    if (asked === undefined) return;
    asked.onEvent(event);
    if (asked.isEnd(event)) this.#settle(id, () => asked.resolve(event));
  }

  #settle(id: string, how: () => void): void {
    this.#asked.delete(id);
    how();
  }

  /** Keeps the first fault: a crash after a reported fault is only its consequence. */
  #fail(fault: Fault): void {
    this.#fault ??= fault;
    for (const id of [...this.#asked.keys()]) {
      const asked = this.#asked.get(id)!;
      this.#settle(id, () => asked.reject(this.#fault));
    }
  }
}

/** Disables downloads: everything a run needs is on this machine, or the run reports what is missing. */
export function trainerEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PYTHONPATH: home,
    // Without it, the current folder comes first on the path, with any `trainer` or `torch` in it.
    PYTHONSAFEPATH: '1',
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    HF_HUB_OFFLINE: '1',
    TRANSFORMERS_OFFLINE: '1',
    TOKENIZERS_PARALLELISM: 'false',
  };
}
