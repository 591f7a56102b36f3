import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

const STARTS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;
const violations: string[] = [];

/**
 * Keeps unit tests in their tier: no processes (and so no browsers), no databases. A forbidden call throws. It is also
 * recorded, in case the tested code handles the error.
 */
export function guardUnitTests(): void {
  for (const name of STARTS) Object.assign(childProcess, { [name]: () => violate('start a process') });
  for (const name of ['exec', 'prepare'] as const) DatabaseSync.prototype[name] = () => violate('open a database');
  pg.Client.prototype.connect = () => violate('open a database');
  syncBuiltinESMExports();
}

/** Violations since the last call. */
export function takeViolations(): readonly string[] {
  return violations.splice(0);
}

function violate(what: string): never {
  const message = `A unit test must not ${what}: rename the file to *.integration.test.ts (see CONTRIBUTING.md).`;
  violations.push(message);
  throw new Error(message);
}
