import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { categoryCounts, marketStatistics } from '../../../market/market-statistics.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { marketOption } from '../../shared-options.ts';

interface Options {
  readonly market: string;
  readonly categories?: boolean;
  readonly verify?: boolean;
  readonly json?: boolean;
}

export function marketStatsCommand(): Command {
  return new Command('stats')
    .addOption(marketOption())
    .option('--categories', 'count products per category; reads every product')
    .option('--verify', 'check every byte against the checksums in the file')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const index = MarketIndex.open(existingIndexPath(options.market));
      try {
        if (options.verify === true) index.verify((done, total) => terminal.progress.update('verifying', done, total));
        const statistics = marketStatistics(index);
        const categories = options.categories
          ? categoryCounts(index, (done, total) => terminal.progress.update('reading products', done, total))
          : undefined;
        terminal.progress.done();
        const { price, shops, services, source, ...counts } = statistics;
        terminal.say(table(['what', 'value'], Object.entries({ ...counts, source: describe(source) })));
        terminal.say();
        terminal.say(table(['price', 'pesos'], Object.entries(price)));
        terminal.say();
        terminal.say(table(['shop size', 'products'], Object.entries(shops)));
        terminal.say();
        terminal.say(table(['service', 'products'], Object.entries(services)));
        if (categories !== undefined) {
          terminal.say();
          terminal.say(table(['category', 'products'], categories));
        }
        if (options.verify === true) terminal.say('\nEvery section matches its checksum.');
        terminal.report({
          ...statistics,
          ...(categories && { categories: categories.map(([category, products]) => ({ category, products })) }),
          verified: options.verify === true,
        });
      } finally {
        index.close();
      }
    });
}

function describe(source: MarketIndex['manifest']['source']): string {
  return source.kind === 'synthetic' ? `synthetic, seed ${source.seed}` : `imported from ${source.file}`;
}
