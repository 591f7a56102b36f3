import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { importProblems } from '../../../problems/import-problems.ts';
import type { BadProblem } from '../../../problems/read-problems.ts';
import { fileSize } from '../../../store/files.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { chosenMarketOption, strictOption } from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly market?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

const MAX_SHOWN_BAD_LINES = 1_000;

export function problemsImportCommand(): Command {
  return new Command('import')
    .argument('<file>', 'problems in the format of Assay, ORO or ShoppingBench')
    .requiredOption('--out <file>', 'JSON lines to write', path)
    .addOption(chosenMarketOption('refuse problems whose answers are not in this market'))
    .addOption(strictOption())
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const market = options.market === undefined ? undefined : MarketIndex.open(existingIndexPath(options.market));
      const badLines: BadProblem[] = [];
      const total = fileSize(file);
      try {
        const { imported, skipped } = await importProblems({
          file,
          out: options.out,
          strict: options.strict === true,
          onBytes: (bytes) => terminal.progress.update('reading problems', bytes, total),
          onBadLine: (bad) => {
            if (badLines.length >= MAX_SHOWN_BAD_LINES) return;
            badLines.push(bad);
            if (options.strict === true) return;
            terminal.progress.done();
            terminal.warn(`line ${bad.line}: ${bad.field}: ${bad.reason}`);
          },
          ...(market && { market }),
        });
        terminal.progress.done();
        if (skipped > badLines.length) terminal.warn(`… and ${skipped - badLines.length} more bad lines.`);
        terminal.print(`${imported} problems imported to ${options.out}, ${skipped} skipped.`);
        terminal.report({ file: options.out, imported, skipped, bad_lines: badLines });
      } finally {
        market?.close();
      }
    });
}
