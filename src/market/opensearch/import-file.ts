import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../store/files.ts';
import type { BuildProgress } from '../build-market.ts';
import { ProductFile, type ProductFileOptions } from '../import/product-file.ts';
import type { OpenSearchAddress } from './connect.ts';
import { importIntoOpenSearch, type OpenSearchImport } from './import-into-opensearch.ts';

export interface OpenSearchFileImportOptions extends Omit<ProductFileOptions, 'onBytes'> {
  readonly address: OpenSearchAddress;
  readonly shards: number;
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface OpenSearchFileImport extends OpenSearchImport {
  readonly lines: number;
  readonly skipped: number;
}

const SCRATCH = 'assay-import';

/** Loads a product file as a market in OpenSearch, with the same rules for bad and repeated lines as `importMarket`. */
export async function importFileIntoOpenSearch(options: OpenSearchFileImportOptions): Promise<OpenSearchFileImport> {
  const { address, shards, onProgress, ...rest } = options;
  const file = new ProductFile({
    ...rest,
    onBytes: (done, total) => onProgress?.({ phase: 'reading', done, total }),
  });
  sweepTemporaryFolders(SCRATCH);
  const scratch = makeTemporaryFolder(SCRATCH);
  try {
    const imported = await importIntoOpenSearch({
      address,
      shards,
      products: file.products(join(scratch, 'products')),
      onProgress: (phase, done) => onProgress?.({ phase, done, total: file.lines - file.skipped }),
    });
    return { ...imported, lines: file.lines, skipped: file.skipped };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
