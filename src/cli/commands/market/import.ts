import { Command, Option } from 'commander';
import type { BuildProgress } from '../../../market/build-market.ts';
import {
  type BadLine,
  importMarket,
  PRODUCT_FILE_FORMATS,
  type ProductFileFormat,
} from '../../../market/import-market.ts';
import { DEFAULT_MARKET_FOLDER } from '../../../market/market-folder.ts';
import type { OpenSearchAddress } from '../../../market/opensearch.ts';
import { addOpenSearchOptions, type OpenSearchOptions, openSearchAddress } from '../../opensearch-options.ts';
import { path, wholeNumber } from '../../options.ts';
import { showBuildProgress } from '../../output/build-progress.ts';
import { createTerminal } from '../../output/terminal.ts';
import { strictOption } from '../../shared-options.ts';

interface Options extends OpenSearchOptions {
  readonly format: ProductFileFormat;
  readonly out: string;
  readonly shards: number;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** With more bad lines than this the file is the wrong one, and the printed reasons are enough to see that. */
const MAX_SHOWN_BAD_LINES = 1_000;

export function marketImportCommand(): Command {
  const command = new Command('import')
    .argument('<file>', 'product file, plain or gzipped')
    .addOption(
      new Option('--format <name>', 'products: JSON lines; webshop: the items of WebShop as one JSON array')
        .choices(PRODUCT_FILE_FORMATS)
        .default('products'),
    )
    .option('--out <dir>', 'folder to write the market to; a market there is replaced', path, DEFAULT_MARKET_FOLDER);
  return addOpenSearchOptions(command, 'import into the OpenSearch server at this address, not into a folder', ['out'])
    .addOption(
      new Option('--shards <n>', 'with --opensearch: parts of the index, which nodes of a cluster share')
        .default(1)
        .argParser(wholeNumber(1, 1_024)),
    )
    .addOption(strictOption())
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const unit = options.format === 'webshop' ? 'item' : 'line';
      const badLines: BadLine[] = [];
      const onBadLine = (bad: BadLine): void => {
        if (badLines.length >= MAX_SHOWN_BAD_LINES) return;
        badLines.push(bad);
        if (options.strict === true) return;
        terminal.progress.done();
        terminal.warn(`${unit} ${bad.line}: ${bad.reason}`);
      };
      const shared = {
        file,
        format: options.format,
        strict: options.strict === true,
        onBadLine,
        onProgress: showBuildProgress(terminal),
      };
      const address = openSearchAddress(options);
      const { lines, imported, skipped, place, details } =
        address === undefined
          ? await importIntoFolder(shared, options.out)
          : await importIntoServer(shared, address, options.shards);
      terminal.progress.done();
      if (skipped > badLines.length) terminal.warn(`… and ${skipped - badLines.length} more bad ${unit}s.`);
      terminal.print(`Read ${lines} ${unit}s: ${imported} products imported, ${skipped} skipped. Market in ${place}.`);
      terminal.report({ lines, imported, skipped, bad_lines: badLines, ...details });
    });
}

interface SharedOptions {
  readonly file: string;
  readonly format: ProductFileFormat;
  readonly strict: boolean;
  readonly onBadLine: (bad: BadLine) => void;
  readonly onProgress: (progress: BuildProgress) => void;
}

interface Imported {
  readonly lines: number;
  readonly imported: number;
  readonly skipped: number;
  /** Location of the market, for messages. */
  readonly place: string;
  /** Additional fields of the `--json` report. */
  readonly details: object;
}

async function importIntoFolder(shared: SharedOptions, folder: string): Promise<Imported> {
  const { manifest, ...counts } = await importMarket({ ...shared, folder });
  return { ...counts, place: folder, details: { folder, ...manifest } };
}

async function importIntoServer(shared: SharedOptions, address: OpenSearchAddress, shards: number): Promise<Imported> {
  const { importFileIntoOpenSearch } = await import('../../../market/opensearch.ts');
  const { lines, skipped, products, index, bytes } = await importFileIntoOpenSearch({ ...shared, address, shards });
  return {
    lines,
    imported: products,
    skipped,
    place: `OpenSearch index ${address.index}`,
    details: { products, index, alias: address.index, bytes },
  };
}
