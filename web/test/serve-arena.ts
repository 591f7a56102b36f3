import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

export interface ServedArena {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a separate arena with `assay serve`, for pages that show command-line options. */
export async function serveArena(options: readonly string[]): Promise<ServedArena> {
  // Uses only its own folder, whatever database other tests use.
  const env = { ...process.env, DATABASE_URL: undefined };
  const arena: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve', ...options, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    arena.stdout!.on('data', (chunk) => {
      said += String(chunk);
      const found = /Arena at (http:\S+)/.exec(said);
      if (found !== null) resolve(found[1]!);
    });
    arena.on('exit', () => reject(new Error(`the arena ended: ${said}`)));
  });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => arena.on('exit', resolve));
    arena.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}
