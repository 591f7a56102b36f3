import { Command } from 'commander';
import { type ListingStatistics, listingStatistics } from '../../../market/listing-statistics.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { categoryCounts, marketStatistics } from '../../../market/market-statistics.ts';
import { readProductFile } from '../../../market/read-product-file.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { marketOption } from '../../shared-options.ts';

interface Options {
  readonly market: string;
  readonly categories?: boolean;
  readonly verify?: boolean;
  readonly against?: string;
  readonly json?: boolean;
}

export function marketStatsCommand(): Command {
  return new Command('stats')
    .addOption(marketOption())
    .option('--categories', 'count products per category; reads every product')
    .option('--against <file>', 'compare the listings with a file of real product records; reads every product')
    .option('--verify', 'check every byte against the checksums in the file')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const real = options.against === undefined ? undefined : await readProductFile(options.against);
      const index = MarketIndex.open(existingIndexPath(options.market));
      try {
        if (options.verify === true) index.verify((done, total) => terminal.progress.update('verifying', done, total));
        const statistics = marketStatistics(index);
        const categories = options.categories
          ? categoryCounts(index, (done, total) => terminal.progress.update('reading products', done, total))
          : undefined;
        const compared = real && { market: listingStatistics(index.allProducts()), file: listingStatistics(real) };
        terminal.progress.done();
        const { price, shops, services, source, ...counts } = statistics;
        terminal.print(table(['what', 'value'], Object.entries({ ...counts, source: describe(source) })));
        terminal.print();
        terminal.print(table(['price', 'pesos'], Object.entries(price)));
        terminal.print();
        terminal.print(table(['shop size', 'products'], Object.entries(shops)));
        terminal.print();
        terminal.print(table(['service', 'products'], Object.entries(services)));
        if (categories !== undefined) {
          terminal.print();
          terminal.print(table(['category', 'products'], categories));
        }
        if (compared !== undefined) {
          terminal.print();
          terminal.print(comparison(compared.market, compared.file));
        }
        if (options.verify === true) terminal.print('\nEvery section matches its checksum.');
        terminal.report({
          ...statistics,
          ...(categories && { categories: categories.map(([category, products]) => ({ category, products })) }),
          ...(compared && { against: compared }),
          verified: options.verify === true,
        });
      } finally {
        index.close();
      }
    });
}

function comparison(market: ListingStatistics, file: ListingStatistics): string {
  const cell = (name: string, value: number): string | number =>
    SHARES.test(name) ? `${(100 * value).toFixed(1)} %` : value;
  const names = Object.keys(market) as (keyof ListingStatistics)[];
  return table(
    ['listings', 'market', 'file'],
    names.map((name) => [name.replaceAll('_', ' '), cell(name, market[name]), cell(name, file[name])]),
  );
}

/** Names of shares; all others are counts. */
const SHARES = /^(no|non|price|repeated)_/;

function describe(source: MarketIndex['manifest']['source']): string {
  return source.kind === 'synthetic'
    ? `synthetic, seed ${source.seed}, generator ${source.generator}`
    : `imported from ${source.file}`;
}
