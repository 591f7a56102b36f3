import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Fault } from '../../fault/fault.ts';
import { BoundedOutput } from '../../sandbox/bounded-output.ts';
import { findPython } from '../../sandbox/find-python.ts';
import { type FactsReader, READING_LIMITS, type ReadOutcome } from './facts-reader.ts';
import { readReport } from './read-report.ts';
import { KIT_PATH, READER_PATH, RESOLVED_MODULES } from './reader-path.ts';

const COMPLAINT_BYTES = 64 * 1024;
/** How our program ends under such a Python. */
const TOO_OLD = 3;

/**
 * Reads files in a process of its own that limits its memory and its computing time, for one's own agent on a machine
 * without a sandbox. Nothing of the file is run either way; but a file that takes Python's parser over has the rights of
 * whoever asked. A server that takes files from strangers reads them with `SandboxFactsReader`.
 */
export class ProcessFactsReader implements FactsReader {
  readonly #python: string;

  private constructor(python: string) {
    this.#python = python;
  }

  /** With the Python that a sandbox here would use, or whichever there is where no sandbox could be. */
  static async find(): Promise<ProcessFactsReader> {
    try {
      return new ProcessFactsReader((await findPython(process.getuid?.() === 0)).executable);
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      return new ProcessFactsReader('python3');
    }
  }

  async read(source: Uint8Array): Promise<ReadOutcome> {
    const child = spawn(this.#python, ['-I', '-S', '-B', READER_PATH, KIT_PATH, ...RESOLVED_MODULES], {
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
      // Without memory even the report of that can fail.
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
    throw noPython('Python, which has to read the file, could not be started.', error);
  }
}

function noPython(message: string, cause?: unknown): Fault {
  return new Fault('SANDBOX_UNAVAILABLE', { message, remedy: 'Install Python 3.10 or newer.', cause });
}

function busy(): Fault {
  return new Fault('SANDBOX_FAILED', {
    message: 'The machine was too busy to read the file.',
    remedy: 'Try again when it has less to do.',
  });
}
