import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedSearch } from '../../market/search.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { SMALL_MARKET } from './small-market.ts';

export interface OpenSmallMarket {
  readonly search: EmbeddedSearch;
  close(): Promise<void>;
}

/** The small market as an index in a temporary folder, which is deleted on close. */
export async function openSmallMarket(): Promise<OpenSmallMarket> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-market-'));
  const path = join(folder, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  const search = EmbeddedSearch.open(path);
  const close = async (): Promise<void> => {
    await search.close();
    rmSync(folder, { recursive: true });
  };
  return { search, close };
}
