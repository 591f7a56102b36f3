import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import { createMarketServer } from '../../../market/serve-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { listen, stopServer } from '../../listen.ts';
import { createTerminal } from '../../output/terminal.ts';
import { hostOption, marketOption, portOption, workersOption } from '../../shared-options.ts';

interface Options {
  readonly market: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly compat?: boolean;
  readonly json?: boolean;
}

export function marketServeCommand(): Command {
  return new Command('serve')
    .addOption(marketOption())
    .addOption(hostOption())
    .addOption(portOption(5632))
    .addOption(workersOption('search threads, which share one index in memory', 1))
    .option('--compat', 'answer bad parameters in the silent way of the reference engine')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const search = ThreadedSearch.open(existingIndexPath(options.market), options.workers);
      const { products } = search.index.manifest;
      const server = createMarketServer({ search, products, compat: options.compat === true });
      try {
        const interrupted = untilInterrupted();
        const url = await listen(server, options.host, options.port);
        terminal.say(`Serving ${products} products at ${url} (Ctrl-C stops).`);
        terminal.say(`Try: curl '${url}/find_product?q=wireless+earbuds&page=1'`);
        terminal.report({ url, products });
        await interrupted;
      } finally {
        await stopServer(server);
        await search.close();
      }
    });
}
