import { Command } from 'commander';
import { type BadLine, importMarket } from '../../../market/import-market.ts';
import { DEFAULT_MARKET_FOLDER } from '../../../market/market-folder.ts';
import { path } from '../../options.ts';
import { showBuildProgress } from '../../output/build-progress.ts';
import { createTerminal } from '../../output/terminal.ts';
import { strictOption } from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Past this many the file is the wrong one, and a screen full of reasons has said so. */
const MAX_SHOWN_BAD_LINES = 1_000;

export function marketImportCommand(): Command {
  return new Command('import')
    .argument('<file>', 'FILE.jsonl or FILE.jsonl.gz')
    .option('--out <dir>', 'folder to write the market to; a market there is replaced', path, DEFAULT_MARKET_FOLDER)
    .addOption(strictOption())
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const badLines: BadLine[] = [];
      const onBadLine = (bad: BadLine): void => {
        if (badLines.length >= MAX_SHOWN_BAD_LINES) return;
        badLines.push(bad);
        if (options.strict === true) return;
        terminal.progress.done();
        terminal.warn(`line ${bad.line}: ${bad.reason}`);
      };
      const { manifest, lines, imported, skipped } = await importMarket({
        file,
        folder: options.out,
        strict: options.strict === true,
        onBadLine,
        onProgress: showBuildProgress(terminal),
      });
      terminal.progress.done();
      if (skipped > badLines.length) terminal.warn(`… and ${skipped - badLines.length} more bad lines.`);
      terminal.say(`Read ${lines} lines: ${imported} products imported, ${skipped} skipped. Market in ${options.out}.`);
      terminal.report({ folder: options.out, lines, imported, skipped, bad_lines: badLines, ...manifest });
    });
}
