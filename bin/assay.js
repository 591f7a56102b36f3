#!/usr/bin/env node
// Plain JavaScript that any Node understands: whoever starts this with an older one is handed over to the Node that
// `npm ci` installed, because the rest is TypeScript and needs it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 26;

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  keepCompiledCode();
  const { runCommandLine } = await import('../src/cli/run-command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} else {
  const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (existsSync(pinned)) {
    const child = spawn(pinned, process.argv.slice(1), { stdio: 'inherit' });
    // The child decides what an interrupt means; this process only waits for it.
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      console.error(`assay: cannot start ${pinned}: ${error.message}\n  → Run \`npm ci\` again.`);
      process.exit(2);
    });
    child.on('exit', (code, signal) => {
      if (signal === null) process.exit(code ?? 2);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  } else {
    console.error(
      `assay: this is Node ${process.versions.node}, and Assay needs ${NEEDED_MAJOR}.\n  → Run \`npm ci\` first; it brings its own.`,
    );
    process.exitCode = 2;
  }
}

/**
 * Lets Node keep compiled code between starts, which halves the time of a start. Node runs what it finds there, so the
 * folder must belong to this user alone: not the shared temporary folder that is Node's default, and not another user's
 * home, which `sudo` may leave in HOME. Without such a folder everything works, only slower.
 */
function keepCompiledCode() {
  try {
    const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    if (uid === process.getuid?.() && (mode & 0o022) === 0) module.enableCompileCache(folder);
  } catch {
    // A read-only home, or none.
  }
}
