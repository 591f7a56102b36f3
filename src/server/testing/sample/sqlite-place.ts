import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../store/database.ts';
import type { DatabasePlace } from '../../../store/testing/every-engine.ts';

/** For tests of what no database has a part in. */
export async function makeSqlitePlace(): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-server-'));
  return {
    engine: 'sqlite',
    url: undefined,
    folder,
    open: async () => await openDatabase(undefined, { folder }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}
