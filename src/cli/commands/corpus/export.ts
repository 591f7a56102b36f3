import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CORPUS_FORMATS, type ExportSummary, exportRelease, LOSSES, type Loss } from '../../../corpus/render.ts';
import { Fault } from '../../../fault/fault.ts';
import { SPLIT_NAMES } from '../../../problems/clusters.ts';
import { path, wholeNumber } from '../../options.ts';
import { helpList } from '../../output/help-text.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { seedOption } from '../../shared-options.ts';

interface Options {
  readonly format: string;
  readonly out: string;
  readonly seed: number;
  readonly shardMb: number;
  readonly json?: boolean;
}

export function corpusExportCommand(): Command {
  return new Command('export')
    .argument('<release>', 'folder that `corpus build` wrote')
    .addOption(
      new Option('--format <name>', 'one of the formats below')
        .choices(CORPUS_FORMATS.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'folder for a file per split and export.json', path)
    .addOption(seedOption('decides the order of shuffled lines', 7))
    .option('--shard-mb <number>', 'size of a shard, for formats that have them', wholeNumber(1, 4_096), 256)
    .addHelpText('after', `\nFormats:\n${helpList(CORPUS_FORMATS)}`)
    .action(async (release: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      if (resolve(options.out) === resolve(release)) {
        throw new Fault('USAGE', {
          message: 'An export cannot be written into the release itself.',
          remedy: 'Choose another folder with --out.',
        });
      }
      const format = CORPUS_FORMATS.find(({ name }) => name === options.format)!;
      const { out, seed, shardMb } = options;
      const summary = await exportRelease({ release, format, out, seed, shardBytes: shardMb * 1024 ** 2 });
      show(summary, options.out, terminal);
      terminal.report(summary);
      process.exitCode = summary.rendered_otherwise.length === 0 ? 0 : 1;
    });
}

function show(summary: ExportSummary, out: string, terminal: Terminal): void {
  const rows = SPLIT_NAMES.map((split) => {
    const { rows, rows_rendered, lines } = summary.splits[split];
    return [split, rows, rows_rendered, lines];
  });
  terminal.print(table(['split', 'rows', 'rendered', 'lines'], rows));
  if (summary.claimed !== undefined) {
    const { claimed } = summary;
    const lines = SPLIT_NAMES.reduce((sum, split) => sum + claimed[split].lines, 0);
    terminal.print(`\nAlso ${lines} from external logs, in separate files (.claimed.).`);
  }
  if (summary.rewritten !== undefined) {
    const { rewritten } = summary;
    const lines = SPLIT_NAMES.reduce((sum, split) => sum + rewritten[split].lines, 0);
    terminal.print(`\nAlso ${lines} with rewritten reasoning, in separate files (.rewritten.).`);
  }
  const losses = Object.entries(summary.losses) as [Loss, number][];
  if (losses.length > 0) {
    const told = losses.map(([loss, count]) => [loss, count, LOSSES[loss]]);
    terminal.print(`\n${table(['loss', 'count', 'what it is'], told, WIDE_CELL)}`);
  }
  terminal.print(
    summary.rendered_otherwise.length === 0
      ? '\nEvery line renders as the corpus does, but for what is counted above.'
      : `\n${summary.rendered_otherwise.length} rows render otherwise; export.json names them.`,
  );
  terminal.print(`Written to ${out}.`);
}

const WIDE_CELL = 110;
