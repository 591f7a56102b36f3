import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { SPLIT_NAMES, splitProblems } from '../../../problems/clusters.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { type QueryOptions, withQueryEmbedder, withQueryOptions } from '../../query-options.ts';
import {
  devShareOption,
  heldoutShareOption,
  marketOption,
  seedOption,
  trainShareOption,
} from '../../shared-options.ts';

interface Options extends QueryOptions {
  readonly market: string;
  readonly train: number;
  readonly dev: number;
  readonly heldout: number;
  readonly seed: number;
  readonly split?: string;
  readonly out: string;
  readonly json?: boolean;
}

export function problemsSplitCommand(): Command {
  const command = new Command('split')
    .argument('<files...>', 'problem files')
    .requiredOption(
      '--out <dir>',
      'folder for train.jsonl, dev.jsonl, heldout.jsonl, edges.jsonl and manifest.json',
      path,
    )
    .addOption(marketOption('the market the problems were made from'))
    .addOption(trainShareOption())
    .addOption(devShareOption())
    .addOption(heldoutShareOption())
    .addOption(seedOption('decides among equally good splits', 7))
    .option('--split <dir>', 'an earlier `problems split`: its problems stay in their splits', path);
  return withQueryOptions(command).action(async (files: string[], options: Options) => {
    const terminal = createTerminal(options.json === true);
    const problems = (await Promise.all(files.map(readProblemFile))).flat();
    const market = MarketIndex.open(existingIndexPath(options.market));
    try {
      const { train, dev, heldout, seed, out, split: previous } = options;
      const shares = { train, dev, heldout };
      if (train + dev + heldout === 0) {
        throw new Fault('USAGE', {
          message: 'Every share is 0.',
          remedy: 'Give at least one of --train, --dev and --heldout a share above 0.',
        });
      }
      const manifest = await withQueryEmbedder(options, (embedder) =>
        splitProblems({ files, problems, market, shares, seed, out, ...(previous && { previous }), embedder }),
      );
      const rows = SPLIT_NAMES.map((name) => [name, manifest.splits[name].problems, manifest.splits[name].clusters]);
      terminal.print(table(['split', 'problems', 'clusters'], rows));
      terminal.print(`\nWritten to ${out}; manifest.json has the hashes.`);
      terminal.report(manifest);
    } finally {
      market.close();
    }
  });
}
