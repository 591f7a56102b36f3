import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { encyclopaediaOf } from '../../../market/encyclopaedia.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { EmbeddedSearch } from '../../../market/search.ts';
import { IndexMarketView } from '../../../tools/index-market-view.ts';
import { createMcpServer } from '../../../tools/mcp-server.ts';
import { EIGHT_TOOLS, SEVEN_TOOLS } from '../../../tools/shopping-tools.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { marketOption } from '../../shared-options.ts';

interface Options {
  readonly market: string;
  readonly webSearch?: boolean;
}

/** Standard output belongs to the protocol: any other output would break the client. */
export function toolsMcpCommand(): Command {
  return new Command('mcp')
    .addOption(marketOption())
    .option('--web-search', "also offer web_search, which reads the market's encyclopaedia")
    .action(async (options: Options, command: Command) => {
      const search = EmbeddedSearch.open(existingIndexPath(options.market));
      const web = options.webSearch === true ? encyclopaediaOf(search.index.manifest) : undefined;
      if (options.webSearch === true && web === undefined) {
        await search.close();
        throw new Fault('USAGE', {
          message: 'An imported market has no encyclopaedia for web_search.',
          remedy: 'Leave out --web-search, or use a market of `assay market build`.',
        });
      }
      const tools = web === undefined ? SEVEN_TOOLS : EIGHT_TOOLS;
      const server = createMcpServer(new IndexMarketView(search, web), rootOf(command).version() ?? '0', tools);
      try {
        const interrupted = untilInterrupted();
        // A client disconnects by closing our input.
        const left = once(process.stdin, 'end');
        await server.connect(new StdioServerTransport());
        process.stderr.write(`assay: serving ${search.index.manifest.products} products over MCP.\n`);
        await Promise.race([interrupted, left]);
        // Requests received just before the end still get a response.
        await setImmediate();
      } finally {
        await server.close();
        await search.close();
      }
    });
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
