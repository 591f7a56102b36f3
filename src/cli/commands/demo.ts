import { Command } from 'commander';
import { DEFAULT_DATA_FOLDER } from '../../attempt/attempt-folder.ts';
import { DEFAULT_MARKET_FOLDER } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search/threaded-search.ts';
import { createMarketServer } from '../../market/serve-market.ts';
import { untilInterrupted } from '../interrupts.ts';
import { listen, stopServer } from '../listen.ts';
import { path, wholeNumber } from '../options.ts';
import { examPath, readyMarket } from '../ready-market.ts';
import { setExam } from '../set-exam.ts';
import { goShopping } from '../shopping-trip.ts';
import { takeExam } from '../take-exam.ts';
import { createTerminal } from '../terminal.ts';

interface Options {
  readonly market: string;
  readonly data: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
  readonly port: number;
  readonly fresh?: boolean;
  readonly once?: boolean;
  readonly json?: boolean;
}

/** Enough for the agents to differ, few enough not to wait for. */
const EXAM_PROBLEMS = 12;

export function demoCommand(): Command {
  return new Command('demo')
    .description('everything there is, offline: a marketplace is made, an exam is set, and agents sit it in a sandbox')
    .option('--market <dir>', 'folder of the market; made when it is not there', path, DEFAULT_MARKET_FOLDER)
    .option('--data <dir>', 'folder for attempts', path, DEFAULT_DATA_FOLDER)
    .option('--model <id>', 'model the agents use', 'house/expert')
    .option('--base-url <url>', 'an OpenAI-compatible endpoint for it, up to and including /v1')
    .option('--api-key-env <name>', 'environment variable that holds its key', 'ASSAY_API_KEY')
    .option('--port <n>', 'port of the search server; 0 takes a free one', wholeNumber(0, 65_535), 5632)
    .option('--fresh', 'make the marketplace anew')
    .option('--once', 'exit when done instead of serving on')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const fresh = options.fresh === true;
      const search = ThreadedSearch.open(await readyMarket({ folder: options.market, fresh }, terminal), 1);
      const { products, shops } = search.index.manifest;
      const server = createMarketServer({ search, products });
      try {
        const stop = new AbortController();
        const interrupted = untilInterrupted().then(() => stop.abort());
        const url = await listen(server, '127.0.0.1', options.port);
        terminal.say(`A marketplace of ${products} products in ${shops} shops is open at ${url}\n`);
        const trip = await goShopping(url, terminal);
        const exam = await setExam(search.index, examPath(options.market), terminal);
        const takers = { ...options, exam: exam.file, problems: EXAM_PROBLEMS, signal: stop.signal };
        const results = await takeExam(takers, search, terminal);
        terminal.report({ url, products, shops, trip, exam, results });
        if (stop.signal.aborted) return;
        if (options.once === true) return;
        terminal.say(`\nStill open; try for yourself (Ctrl-C stops):`);
        terminal.say(`  curl '${url}/find_product?q=wireless+earbuds&page=1&price=100-400&service=COD'`);
        terminal.say(`  npx assay market search "running shoes" --sort priceasc`);
        terminal.say(`  npx assay problems clusters ${exam.file}`);
        terminal.say(`  npx assay try agents/react_text.py --open`);
        await interrupted;
      } finally {
        await stopServer(server);
        await search.close();
      }
    });
}
