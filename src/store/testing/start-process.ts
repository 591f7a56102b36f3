import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './every-engine.ts';

const PROGRAM = fileURLToPath(new URL('database-process.ts', import.meta.url));

export interface DatabaseProcess {
  /** The lines it has printed, in order, without "ready". */
  readonly lines: readonly string[];
  begin(): void;
  /** Resolves when it has printed that many lines. */
  said(count: number): Promise<void>;
  kill(): Promise<void>;
  /** Resolves with its lines when it has exited normally; rejects when it failed. */
  finished(): Promise<readonly string[]>;
}

/** Starts another process that has the database open and waits for `begin`. */
export async function startProcess(task: string, name: string, place: TestDatabase): Promise<DatabaseProcess> {
  const address = place.url === undefined ? [] : [place.url];
  const child = spawn(process.execPath, [PROGRAM, task, name, place.folder, ...address], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const ready = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'ready') ready.resolve();
    else lines.push(line);
    for (const look of waiting) look();
  });
  const closed = once(child, 'close');
  closed.then(() => {
    ready.reject(new Error(`the process did not start:\n${complaint}`));
    for (const look of waiting) look();
  });
  await ready.promise;
  return {
    lines,
    begin: () => child.stdin.write('begin\n'),
    said: (count) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (lines.length >= count) resolve();
          else if (hasEnded(child)) reject(new Error(`the process ended early:\n${complaint}`));
        };
        waiting.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    finished: async () => {
      await closed;
      if (child.exitCode !== 0) throw new Error(`the process failed:\n${complaint}`);
      return lines;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
