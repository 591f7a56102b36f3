import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

export type FoundPostgres =
  | {
      readonly ok: true;
      /** The folder with `initdb` and `postgres`. */
      readonly programs: string;
      /** The user to run it as, since PostgreSQL refuses root; `undefined` for the current user. */
      readonly owner: { readonly user: number; readonly group: number } | undefined;
    }
  | { readonly ok: false; readonly reason: string };

const PLACES = [
  '/usr/lib/postgresql/*/bin/initdb',
  '/usr/pgsql-*/bin/initdb',
  '/opt/homebrew/opt/postgresql@*/bin/initdb',
];

/** The newest PostgreSQL on this machine, and how to start it. */
export function findPostgres(): FoundPostgres {
  const found = globSync(PLACES).sort((left, right) => left.localeCompare(right, 'en', { numeric: true }));
  const newest = found.at(-1);
  if (newest === undefined) return { ok: false, reason: 'PostgreSQL is not installed (apt-get install postgresql)' };
  const programs = dirname(newest);
  if (process.getuid?.() !== 0) return { ok: true, programs, owner: undefined };
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
  } catch {
    return { ok: false, reason: 'PostgreSQL does not run as root, and there is no setpriv to become another user' };
  }
  for (const name of ['postgres', 'nobody']) {
    const owner = identityOf(name);
    if (owner !== undefined) return { ok: true, programs, owner };
  }
  return { ok: false, reason: 'PostgreSQL does not run as root, and there is neither a user postgres nor nobody' };
}

function identityOf(name: string): { user: number; group: number } | undefined {
  try {
    const ask = (what: string) => Number(execFileSync('id', [what, name], { stdio: 'pipe' }).toString());
    return { user: ask('-u'), group: ask('-g') };
  } catch {
    return undefined;
  }
}
