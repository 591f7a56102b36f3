import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, storageFault } from '../../store/files.ts';

/** Writes a new `arena.json`. It is private like everything under a data folder, and is never replaced. */
export function writeArenaConfig(folder: string, document: object): void {
  const file = join(folder, 'arena.json');
  try {
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    throw storageFault(error, `writing ${file}`);
  }
}
