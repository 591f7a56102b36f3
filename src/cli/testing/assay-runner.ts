import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_FOLDER } from '../../testing/share-run-folder.ts';
import type { CommandTable } from '../command-table.ts';
import { COMMANDS, runCommandLine } from '../run-command-line.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly error: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives what the command writes to standard error, as soon as it is written. */
  readonly onError?: (text: string) => void;
}

/**
 * Runs `assay …`. The first time in a test run each command runs as a process, to notice if it does not start or end.
 * After that it runs in the test's own process, because starting takes longer than most commands. Create one runner per
 * test file.
 */
export class AssayRunner {
  #last: Promise<unknown> = Promise.resolve();

  async run(words: readonly string[], options: RunOptions): Promise<Ran> {
    if (isFirst(kindOf(await commandOf(words)))) return await runProcess(words, options);
    // One at a time: a command writes to the streams of the process and sets its exit code.
    const running = this.#last.then(() => runHere(words, options));
    this.#last = running.catch(() => {});
    return await running;
  }
}

/** `assay admin version discard` for `admin version discard 3f2a --why x`; its arguments may look like commands. */
async function commandOf(words: readonly string[]): Promise<string> {
  const names = ['assay'];
  let table: CommandTable = COMMANDS;
  for (const word of words) {
    const entry = Object.hasOwn(table, word) ? table[word] : undefined;
    if (entry === undefined) break;
    names.push(word);
    table = 'commands' in entry ? await entry.commands() : {};
  }
  return names.join(' ');
}

/**
 * All `admin` commands work alike: one request, one printed response. CI starts each of them as a process, `npm test`
 * only one.
 */
function kindOf(command: string): string {
  return process.env.ASSAY_TEST_ENGINES === 'all' ? command : command.replace(/^assay admin .*/, 'assay admin');
}

const startedHere = new Set<string>();

/** Whether no test file of this run has started the command yet. */
function isFirst(command: string): boolean {
  if (startedHere.has(command)) return false;
  startedHere.add(command);
  const run = process.env[RUN_FOLDER];
  if (run === undefined) return true;
  const folder = join(run, 'commands-started');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, command.replaceAll(' ', '+')), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function runProcess(words: readonly string[], { cwd, env, onError = () => {} }: RunOptions): Promise<Ran> {
  const options = { cwd, env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...words], options, (_, output, error) => {
      resolve({ code: child.exitCode ?? -1, output, error });
    });
    child.stderr!.on('data', (piece) => onError(String(piece)));
  });
}

async function runHere(words: readonly string[], { cwd, env = {}, onError = () => {} }: RunOptions): Promise<Ran> {
  const restore = rememberProcess(Object.keys(env));
  const output = collectWrites(process.stdout, () => {});
  const error = collectWrites(process.stderr, onError);
  try {
    process.chdir(cwd);
    Object.assign(process.env, env);
    process.exitCode = undefined;
    const code = await runCommandLine(words);
    return { code, output: output.end(), error: error.end() };
  } finally {
    output.end();
    error.end();
    restore();
  }
}

function collectWrites(stream: NodeJS.WriteStream, onWrite: (text: string) => void): { end(): string } {
  const { write } = stream;
  const pieces: Buffer[] = [];
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    pieces.push(Buffer.from(piece as string));
    onWrite(Buffer.from(piece as string).toString());
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
  return {
    end: () => {
      stream.write = write;
      return Buffer.concat(pieces).toString();
    },
  };
}

/** Returns a function that undoes every change that a command makes to its process. */
function rememberProcess(names: readonly string[]): () => void {
  const { exitCode } = process;
  const cwd = process.cwd();
  const env = names.map((name) => [name, process.env[name]] as const);
  const listeners = SIGNALS.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  const onError = new Set(process.stdout.listeners('error'));
  return () => {
    process.chdir(cwd);
    process.exitCode = exitCode;
    for (const [name, value] of env) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const [signal, before] of listeners) {
      for (const each of process.listeners(signal)) if (!before.has(each)) process.off(signal, each);
    }
    for (const each of process.stdout.listeners('error')) {
      if (!onError.has(each)) process.stdout.off('error', each as () => void);
    }
  };
}
