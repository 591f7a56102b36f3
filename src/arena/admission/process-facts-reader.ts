import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Fault } from '../../fault/fault.ts';
import { BoundedOutput } from '../../sandbox/bounded-output.ts';
import { computingFilter } from '../../sandbox/computing-filter.ts';
import { findPython } from '../../sandbox/find-python.ts';
import { type FactsReader, READING_LIMITS, type ReadOutcome } from './facts-reader.ts';
import { readReport } from './read-report.ts';
import { KIT_PATH, READER_PATH, RESOLVED_MODULES } from './reader-path.ts';

const COMPLAINT_BYTES = 64 * 1024;
/** Exit codes of our program if Python is too old, and if the filter cannot be installed. */
const TOO_OLD = 3;
const NOT_CONFINED = 4;

/**
 * Reads files in a separate process with limited memory and processor time. The file is never run. On Linux the parsing
 * process also has a system call filter that allows only computation, so that a file that takes over Python's parser
 * gains nothing. The filter needs neither namespaces nor privileges and works in ordinary containers. On other systems
 * (`isConfined` is false) such a file would have the rights of the caller, so use it only for your own agent.
 */
export class ProcessFactsReader implements FactsReader {
  readonly #python: string;
  readonly #filter = computingFilter();

  private constructor(python: string) {
    this.#python = python;
  }

  get isConfined(): boolean {
    return this.#filter !== undefined;
  }

  /** Uses the Python that a sandbox on this machine would use, or `python3` if there is none. */
  static async find(): Promise<ProcessFactsReader> {
    try {
      return new ProcessFactsReader((await findPython(process.getuid?.() === 0)).executable);
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      return new ProcessFactsReader('python3');
    }
  }

  /**
   * For a server, which parses untrusted files. Parses a sample now, so that a broken setup fails at startup and not at
   * the first submission.
   */
  static async findConfined(): Promise<ProcessFactsReader> {
    const reader = await ProcessFactsReader.find();
    if (!reader.isConfined) {
      throw new Fault('SANDBOX_UNAVAILABLE', {
        message: `Submissions cannot be parsed safely on ${process.platform} (${process.arch}).`,
        remedy: 'Run the arena on Linux, x64 or arm64.',
      });
    }
    const outcome = await reader.read(Buffer.from('import json\ndef agent_main(problem): return []\n'));
    if (outcome.kind === 'read') return reader;
    throw new Fault('SANDBOX_UNAVAILABLE', {
      message: `Submissions cannot be parsed: a sample file ended as "${outcome.kind}".`,
      remedy: 'Give the arena at least 1 GiB of memory, and Python 3.10 or newer.',
    });
  }

  async read(source: Uint8Array): Promise<ReadOutcome> {
    const filter = Buffer.from(this.#filter ?? []).toString('hex');
    const child = spawn(this.#python, ['-I', '-S', '-B', READER_PATH, filter, KIT_PATH, ...RESOLVED_MODULES], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' },
    });
    let late = false;
    let tooMuch = false;
    const alarm = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, READING_LIMITS.wallMilliseconds);
    const answer = new BoundedOutput(child.stdout, { left: READING_LIMITS.answerBytes }, () => {
      tooMuch = true;
      child.kill('SIGKILL');
    });
    const complaint = new BoundedOutput(child.stderr, { left: COMPLAINT_BYTES }, () => {});
    try {
      child.stdin.on('error', () => {});
      child.stdin.end(source);
      const [exitCode, signal] = await ended(child);
      if (late) throw busy();
      if (tooMuch) return { kind: 'unintelligible', reason: 'answer too large' };
      if (signal === 'SIGXCPU') return { kind: 'out of cpu' };
      if (signal !== null) return { kind: 'crashed', signal };
      if (exitCode === 0) return readReport(answer.bytes());
      if (exitCode === TOO_OLD) throw noPython(`${this.#python} is older than the Python that agents run with.`);
      if (exitCode === NOT_CONFINED) throw notConfined(complaint.bytes().toString('utf8').trim());
      // Without memory, even reporting the error can fail.
      const lastLine = complaint.bytes().toString('utf8').trim().split('\n').at(-1) ?? '';
      return /MemoryError/.test(lastLine) ? { kind: 'out of memory' } : { kind: 'unintelligible', reason: lastLine };
    } finally {
      clearTimeout(alarm);
      child.kill('SIGKILL');
    }
  }
}

async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  try {
    return (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  } catch (error) {
    throw noPython('Python, which parses the file, could not be started.', error);
  }
}

function noPython(message: string, cause?: unknown): Fault {
  return new Fault('SANDBOX_UNAVAILABLE', { message, remedy: 'Install Python 3.10 or newer.', cause });
}

function notConfined(reason: string): Fault {
  return new Fault('SANDBOX_UNAVAILABLE', {
    message: `Submissions cannot be parsed safely. ${reason}`,
    remedy: 'Allow seccomp filters for the arena: the default profiles of Docker, Podman and Kubernetes do.',
  });
}

function busy(): Fault {
  return new Fault('SANDBOX_FAILED', {
    message: 'The machine was too busy to parse the file.',
    remedy: 'Try again later.',
  });
}
