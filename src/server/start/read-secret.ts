import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArenaSecret } from '../../arena/arena-secret.ts';
import { Fault } from '../../fault/fault.ts';
import { makeFolder, PRIVATE_FILE, storageFault, systemErrorCode } from '../../store/files.ts';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * The secret of the arena: 64 hex digits from `ASSAY_SECRET`, which processes on several machines share, else from a file
 * that is made on the first start. Whoever loses it loses contestants' sealed credentials and nothing else.
 */
export function readSecret(path: string, fromEnvironment: string | undefined): ArenaSecret {
  const text = fromEnvironment ?? secretFile(path);
  if (SECRET.test(text.trim())) return new ArenaSecret(Buffer.from(text.trim(), 'hex'));
  throw new Fault('INPUT_INVALID', {
    message: `${fromEnvironment === undefined ? path : 'ASSAY_SECRET'} is not 64 hex digits.`,
    remedy: 'Put the right secret there. A new one makes stored inference credentials unreadable.',
  });
}

function secretFile(path: string): string {
  try {
    makeFolder(dirname(path));
    // Made by whoever comes first; two that start at once must not end up with two.
    if (!existsSync(path)) writeNew(path, randomBytes(32).toString('hex'));
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading the arena's secret ${path}`);
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: PRIVATE_FILE, flag: 'wx', flush: true });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
