#!/usr/bin/env node
// Plain JavaScript that any Node understands: whoever starts this with an older one is handed over to the Node that
// `npm ci` installed, because the rest is TypeScript and needs it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 26;

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
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
