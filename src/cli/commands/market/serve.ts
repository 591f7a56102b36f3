import { Command } from 'commander';
import { DEFAULT_MARKET_FOLDER, existingIndexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search/threaded-search.ts';
import { createMarketServer } from '../../../market/serve-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { listen, stopServer } from '../../listen.ts';
import { path, wholeNumber } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly market: string;
  readonly host: string;
  readonly port: number;
  readonly threads: number;
  readonly compat?: boolean;
  readonly json?: boolean;
}

export function marketServeCommand(): Command {
  return new Command('serve')
    .option('--market <dir>', 'folder of the market', path, DEFAULT_MARKET_FOLDER)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 5632)
    .option('--threads <n>', 'search threads, sharing one index in memory', wholeNumber(1, 64), 1)
    .option('--compat', 'answer bad parameters in the silent way of the reference engine')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const search = ThreadedSearch.open(existingIndexPath(options.market), options.threads);
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
