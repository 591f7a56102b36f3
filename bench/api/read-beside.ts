import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('leaderboard-reader.ts', import.meta.url));

/** Starts a reader of the leaderboard. The returned function stops it and returns the milliseconds of each request. */
export function readBeside(url: string): () => Promise<readonly number[]> {
  const child = spawn(process.execPath, [PROGRAM, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const closed = once(child, 'close');
  return async () => {
    child.stdin.end();
    await closed;
    return JSON.parse(said) as number[];
  };
}
