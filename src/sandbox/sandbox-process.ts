import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Fault } from '../fault/fault.ts';
import type { SandboxChoice } from './choose-sandbox.ts';
import { type HostReport, type HostRequest, received } from './own-process/messages.ts';
import type { Sandbox, SandboxDescription, SandboxJob, SandboxOutcome } from './sandbox.ts';

const HOST = fileURLToPath(new URL('./own-process/sandbox-host.ts', import.meta.url));

/**
 * Starts the sandbox of this machine from a separate small process. The kernel copies the page tables of a process that
 * starts another: with a market, models and a judge in memory that took 17 ms of processor time at 260 MB and 36 ms at
 * 680 MB, during which nothing else runs; in a small process it takes 2 ms. Watching and cleaning up happen in that
 * process too.
 */
export async function startSandboxProcess(choice: SandboxChoice = {}): Promise<SandboxProcess> {
  const host = await Host.start(choice);
  return new SandboxProcess(choice, host);
}

export class SandboxProcess implements Sandbox {
  readonly description: SandboxDescription;
  readonly #choice: SandboxChoice;
  #current: Host;
  #starting: Promise<Host> | undefined;

  constructor(choice: SandboxChoice, host: Host) {
    this.#choice = choice;
    this.#current = host;
    this.description = host.description;
  }

  /** Pid of the process that currently starts sandboxes. */
  get processId(): number {
    return this.#current.processId;
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    if (this.#current.hasEnded) {
      this.#starting ??= Host.start(this.#choice).finally(() => {
        this.#starting = undefined;
      });
      this.#current = await this.#starting;
    }
    return await this.#current.run(job);
  }

  async close(): Promise<void> {
    await this.#current.close();
  }
}

/** Maximum delay until a sandbox learns that its agent's clock is paused. */
const TELL_MILLISECONDS = 250;

interface Waiting {
  readonly answer: PromiseWithResolvers<SandboxOutcome>;
  readonly forget: () => void;
}

/** One such process. When it ends, everything running in it fails, and a new one is started for later jobs. */
class Host {
  readonly description: SandboxDescription;
  readonly #child: ChildProcess;
  readonly #waiting: Map<number, Waiting>;
  #next = 0;

  private constructor(child: ChildProcess, waiting: Map<number, Waiting>, description: SandboxDescription) {
    this.#child = child;
    this.#waiting = waiting;
    this.description = description;
  }

  static async start(choice: SandboxChoice): Promise<Host> {
    const child = fork(HOST, [JSON.stringify(choice)], {
      // Transfers byte arrays as bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      // Not affected by interrupts from the terminal.
      detached: true,
    });
    const waiting = new Map<number, Waiting>();
    const ready = Promise.withResolvers<SandboxDescription>();
    child.on('message', (report: HostReport) => {
      if (report.kind === 'ready') ready.resolve(report.description);
      else if (report.kind === 'failed' && report.id === undefined) ready.reject(received(report.failure));
      else
        settle(waiting, report.id!, ({ answer }) => {
          if (report.kind === 'done') answer.resolve(report.outcome);
          else answer.reject(received(report.failure));
        });
    });
    const ended = (reason: string): void => {
      const fault = new Fault('SANDBOX_FAILED', { message: `The process that starts sandboxes ended: ${reason}.` });
      ready.reject(fault);
      for (const id of [...waiting.keys()]) settle(waiting, id, ({ answer }) => answer.reject(fault));
    };
    child.once('error', (error) => ended(error.message));
    child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    try {
      return new Host(child, waiting, await ready.promise);
    } catch (error) {
      if (child.connected) child.disconnect();
      throw error;
    }
  }

  get processId(): number {
    return this.#child.pid!;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || !this.#child.connected;
  }

  async run({ signal, stoppedMilliseconds, ...job }: SandboxJob): Promise<SandboxOutcome> {
    const id = this.#next++;
    const stop = (): void => this.#send({ kind: 'stop', id });
    const answer = Promise.withResolvers<SandboxOutcome>();
    const telling = stoppedMilliseconds && this.#tellStopped(id, stoppedMilliseconds);
    const forget = (): void => {
      clearInterval(telling);
      signal?.removeEventListener('abort', stop);
    };
    this.#waiting.set(id, { answer, forget });
    this.#send({ kind: 'run', id, job });
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    return await answer.promise;
  }

  /** Functions cannot be sent between processes, so the value is sent whenever it has changed. */
  #tellStopped(id: number, stoppedMilliseconds: () => number): NodeJS.Timeout {
    let told = 0;
    return setInterval(() => {
      const milliseconds = stoppedMilliseconds();
      if (milliseconds === told) return;
      told = milliseconds;
      this.#send({ kind: 'stopped clock', id, milliseconds });
    }, TELL_MILLISECONDS).unref();
  }

  async close(): Promise<void> {
    if (this.hasEnded) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#child.once('exit', () => resolve());
    this.#send({ kind: 'close' });
    await promise;
  }

  /** A process that has just ended cannot receive messages; its `exit` handler settles pending requests. */
  #send(request: HostRequest): void {
    if (this.#child.connected) this.#child.send(request, () => {});
  }
}

function settle(waiting: Map<number, Waiting>, id: number, how: (one: Waiting) => void): void {
  const one = waiting.get(id);
  if (one === undefined) return;
  waiting.delete(id);
  one.forget();
  how(one);
}
