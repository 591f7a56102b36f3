import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PreparedArena } from './prepare-arena.ts';

const PROGRAM = fileURLToPath(new URL('arena-process.ts', import.meta.url));

export interface ArenaProcess {
  /** Resolves with its address once it listens; rejects if it exits before. */
  readonly listening: Promise<string>;
  readonly processId: number;
  /** Its error output so far: the log contains only defects. */
  readonly complaint: string;
  kill(): Promise<void>;
  /** Lets it finish its current work. */
  stop(): Promise<void>;
}

/** Starts the server of a prepared arena; on the previous port, so that URLs it issued stay valid. */
export function startArenaProcess(
  { folder, url }: Pick<PreparedArena, 'folder' | 'url'>,
  { port = 0, options = [] }: { readonly port?: number; readonly options?: readonly string[] } = {},
): ArenaProcess {
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [...options, PROGRAM, folder, String(port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment, ...(url !== undefined && { DATABASE_URL: url }) },
  });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const listening = Promise.withResolvers<string>();
  createInterface(child.stdout).once('line', listening.resolve);
  const closed = once(child, 'close');
  closed.then(() => listening.reject(new Error(`the server did not start:\n${complaint}`)));
  listening.promise.catch(() => {});
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await closed;
  };
  return {
    listening: listening.promise,
    processId: child.pid!,
    get complaint() {
      return complaint;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
