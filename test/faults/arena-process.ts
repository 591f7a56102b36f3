import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SampleContest } from '../../src/cli/testing/sample-contest.ts';
import { PROGRAM } from './race-day.ts';

/** Runs `assay serve` with the folder, address and configuration of a contest whose own arena is stopped. */
export async function serveInProcess({ arenaFolder, url, config }: SampleContest): Promise<ChildProcess> {
  writeFileSync(join(arenaFolder, 'arena.json'), JSON.stringify(config));
  const { port } = new URL(url);
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--data', arenaFolder, '--port', port, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // It prints its address once it responds.
  await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`assay serve ended with ${code}`))),
  ]);
  child.stdout!.resume();
  return child;
}
