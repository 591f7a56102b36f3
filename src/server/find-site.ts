import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readSite, type Site } from './site/site.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * The dashboard as built by `npm ci`, or built now if it is missing. An arena also works without it: then this returns
 * `undefined` and calls `warn` with the reason.
 */
export async function findSite(warn: (reason: string) => void): Promise<Site | undefined> {
  const folder = at('web/dist');
  try {
    if (!existsSync(folder)) await promisify(execFile)(process.execPath, [at('scripts/build-web.js')]);
    return await readSite(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    warn(`There is no dashboard: ${reason}. See why with \`npm run prepare\`.`);
    return undefined;
  }
}
