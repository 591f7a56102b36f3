// Runs after `npm ci`, on whatever Node started it, and makes the dashboard's files with the Node that was installed. An
// install without the tools for it is still a working arena: the server makes the pages when it first needs them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const node = at('node_modules/.bin/node');
const vite = at('node_modules/vite/bin/vite.js');

if (existsSync(node) && existsSync(vite)) {
  // Whatever else is going on: React is twice the size where it is told that this is a test.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(node, [vite, 'build', at('web'), '--logLevel', 'warn'], { stdio: 'inherit', env });
  if (status !== 0) console.error('assay: the dashboard could not be built.\n  → See why with `npm run prepare`.');
}
