import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { type Search, ThreadedSearch } from '../../../market/search.ts';
import { createMarketServer } from '../../../market/serve-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { listen, stopServer } from '../../listen.ts';
import { addOpenSearchOptions, type OpenSearchOptions, openSearchAddress } from '../../opensearch-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { hostOption, marketOption, portOption, workersOption } from '../../shared-options.ts';

interface Options extends OpenSearchOptions {
  readonly market: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly compat?: boolean;
  readonly json?: boolean;
}

export function marketServeCommand(): Command {
  const command = new Command('serve').addOption(marketOption());
  return addOpenSearchOptions(command, 'serve a market in the OpenSearch server at this address', ['market', 'workers'])
    .addOption(hostOption())
    .addOption(portOption(5632))
    .addOption(workersOption('search threads, which share one index in memory', 1))
    .option('--compat', 'ignore bad parameters without an error, as the reference engine does')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { search, products } = await openSearch(options);
      const server = createMarketServer({ search, products, compat: options.compat === true });
      try {
        const interrupted = untilInterrupted();
        const url = await listen(server, options.host, options.port);
        terminal.print(`Serving ${products} products at ${url} (Ctrl-C stops).`);
        terminal.print(`Try: curl '${url}/find_product?q=wireless+earbuds&page=1'`);
        terminal.report({ url, products });
        await interrupted;
      } finally {
        await stopServer(server);
        await search.close();
      }
    });
}

async function openSearch(options: Options): Promise<{ readonly search: Search; readonly products: number }> {
  const address = openSearchAddress(options);
  if (address === undefined) {
    const search = ThreadedSearch.open(existingIndexPath(options.market), options.workers);
    return { search, products: search.index.manifest.products };
  }
  const { OpenSearchSearch } = await import('../../../market/opensearch.ts');
  const search = await OpenSearchSearch.open(address);
  return { search, products: search.productCount };
}
