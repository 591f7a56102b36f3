import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { EmbeddedSearch, parseProductQuery, type Search, type WireQuery } from '../../../market/search.ts';
import { counted } from '../../../text/counted.ts';
import { addOpenSearchOptions, type OpenSearchOptions, openSearchAddress } from '../../opensearch-options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { marketOption } from '../../shared-options.ts';

interface Options extends OpenSearchOptions {
  readonly market: string;
  readonly page?: string;
  readonly shop?: string;
  readonly price?: string;
  readonly sort?: string;
  readonly service?: string;
  readonly compat?: boolean;
  readonly json?: boolean;
}

export function marketSearchCommand(): Command {
  const command = new Command('search').argument('<words>', 'words to search for').addOption(marketOption());
  return addOpenSearchOptions(command, 'search a market in the OpenSearch server at this address', ['market'])
    .option('--page <n>', 'page 1 to 5, ten products each')
    .option('--shop <id>', 'only products of this shop')
    .option('--price <range>', 'low-high or low-, for example 180-505')
    .option('--sort <order>', 'default, order (by sales), priceasc or pricedesc')
    .option('--service <list>', 'comma list of official, freeShipping, COD, flashsale')
    .option('--compat', 'ignore bad values without an error, as the reference engine does')
    .action(async (words: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const compat = options.compat === true;
      const wire: WireQuery = {
        q: words,
        page: options.page ?? '1',
        shop_id: options.shop,
        price: options.price,
        sort: options.sort,
        service: options.service,
      };
      const query = parseProductQuery(wire, { compat });
      const search = await openSearch(options);
      try {
        const started = performance.now();
        const found = query === undefined ? [] : await search.find(query);
        const milliseconds = performance.now() - started;
        const rows = found.map((card) => [
          card.product_id,
          card.price,
          card.shop_id,
          card.sold_count,
          card.service.join(' '),
          card.title,
        ]);
        if (rows.length > 0) terminal.print(table(['product', 'price', 'shop', 'sold', 'service', 'title'], rows));
        terminal.print(`${counted(found.length, 'product')} on this page, ${milliseconds.toFixed(1)} ms.`);
        terminal.report(found);
      } finally {
        await search.close();
      }
    });
}

async function openSearch(options: Options): Promise<Search> {
  const address = openSearchAddress(options);
  if (address === undefined) return EmbeddedSearch.open(existingIndexPath(options.market));
  const { OpenSearchSearch } = await import('../../../market/opensearch.ts');
  return await OpenSearchSearch.open(address);
}
