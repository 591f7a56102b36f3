import { Command } from 'commander';
import { buildMarket } from '../../../market/build-market.ts';
import { DEFAULT_MARKET_FOLDER } from '../../../market/market-folder.ts';
import { MAX_PRODUCTS } from '../../../market/marketplace.ts';
import { path, wholeNumber } from '../../options.ts';
import { showBuildProgress } from '../../output/build-progress.ts';
import { shellWord } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { seedOption } from '../../shared-options.ts';

interface Options {
  readonly products: number;
  readonly seed: number;
  readonly out: string;
  readonly json?: boolean;
}

export function marketBuildCommand(): Command {
  return new Command('build')
    .option('--products <n>', 'number of products', wholeNumber(1, MAX_PRODUCTS), 250_000)
    .addOption(seedOption('the same seed gives the same products', 7))
    .option('--out <dir>', 'folder to write it to; a market there is replaced', path, DEFAULT_MARKET_FOLDER)
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const started = performance.now();
      const manifest = await buildMarket({
        products: options.products,
        seed: options.seed,
        folder: options.out,
        onProgress: showBuildProgress(terminal),
      });
      terminal.progress.done();
      const seconds = (performance.now() - started) / 1000;
      terminal.print(
        `Built ${manifest.products} products of ${manifest.shops} shops in ${options.out} (${seconds.toFixed(1)} s).`,
      );
      terminal.print(`Try: assay market search "wireless earbuds" --market ${shellWord(options.out)}`);
      const peakMemory = process.resourceUsage().maxRSS * 1024;
      terminal.report({ folder: options.out, seconds, peak_memory_bytes: peakMemory, ...manifest });
    });
}
