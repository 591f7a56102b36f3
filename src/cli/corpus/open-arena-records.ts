import { join } from 'node:path';
import { bankExists } from '../../problems/suites.ts';
import { openArenaStorage } from '../../server/start.ts';
import { readArenaConfig } from '../arena/read-arena-config.ts';

export interface ArenaRecordsOptions {
  /** Data folder of the arena. */
  readonly data: string;
  readonly config?: string;
  /** By default `bank` in the data folder, if there is one. */
  readonly bank?: string;
}

/** Opens the records of an arena as its server would: data folder, `arena.json` and environment. */
export async function openArenaRecords({ data, config, bank }: ArenaRecordsOptions) {
  const parsed = readArenaConfig({ data, ...(config !== undefined && { config }) });
  const arena = await openArenaStorage({ folder: data, config: parsed, environment: process.env });
  return { arena, bankFolder: bank ?? bankOf(data) };
}

/** The bank in the data folder, if there is one. */
export function bankOf(data: string): string | undefined {
  const own = join(data, 'bank');
  return bankExists(own) ? own : undefined;
}
