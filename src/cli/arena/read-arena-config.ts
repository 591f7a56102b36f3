import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { parseArenaConfig } from '../../server/start.ts';
import { systemErrorCode } from '../../store/files.ts';

export interface ArenaConfigOptions {
  /** Data folder of the arena. */
  readonly data: string;
  /** Configuration file; by default `arena.json` in the data folder, if there is one. */
  readonly config?: string;
  /** Operators in addition to those in the file. */
  readonly admin?: readonly string[];
}

export function readArenaConfig({ config, data, admin = [] }: ArenaConfigOptions) {
  const file = config ?? join(data, 'arena.json');
  const found = readFile(file, config !== undefined);
  const json = found === undefined ? { ok: true as const, value: {} } : parseJson(found);
  if (!json.ok) {
    throw new Fault('INPUT_INVALID', {
      message: `${file} is not valid JSON: ${json.reason}.`,
      remedy: 'Correct the file.',
    });
  }
  const parsed = parseArenaConfig(json.value);
  return { ...parsed, admins: parseArenaConfig({ admins: [...parsed.admins, ...admin] }).admins };
}

function readFile(file: string, needed: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!needed && systemErrorCode(error) === 'ENOENT') return undefined;
    throw new Fault('FILE_NOT_FOUND', {
      message: `The configuration ${file} cannot be read (${systemErrorCode(error) ?? error}).`,
      remedy: 'Name another with --config.',
      cause: error,
    });
  }
}
