import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readSite, type Site } from './site.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/**
 * The dashboard as `npm ci` built it; built now where that did not happen. An arena without one is still an arena: then
 * there is none, and `warn` is told why.
 */
export async function findSite(warn: (reason: string) => void): Promise<Site | undefined> {
  const folder = at('web/dist');
  try {
    if (!existsSync(folder)) await build();
    return await readSite(folder);
  } catch (error) {
    warn(`There is no dashboard: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return undefined;
  }
}

async function build(): Promise<void> {
  const vite = at('node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) throw new Error('it was not built, and what builds it is not installed; run `npm ci`');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', at('web'), '--logLevel', 'error'], { env });
}
