import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { publishCorpus } from '../../../corpus/arena.ts';
import { changeConfig, FILTER_CONFIG } from '../../../corpus/filter.ts';
import { DEFAULT_MARKET_FOLDER, existingIndexPath, indexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { counted } from '../../../text/counted.ts';
import { lengthAdvice } from '../../corpus/length-advice.ts';
import { openArenaRecords } from '../../corpus/open-arena-records.ts';
import { requireReleaseName } from '../../corpus/release-name.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { packageVersion } from '../../package-version.ts';
import {
  chosenMarketOption,
  dataOption,
  devShareOption,
  dryRunOption,
  excludeProblemsOption,
  freshOption,
  heldoutShareOption,
  processorWorkersOption,
  seedOption,
  thresholdsOption,
  trainShareOption,
} from '../../shared-options.ts';

interface Options {
  readonly data: string;
  readonly config?: string;
  readonly bank?: string;
  readonly work?: string;
  readonly market?: string;
  readonly name?: string;
  readonly excludeProblems: readonly string[];
  readonly set: readonly string[];
  readonly tokenizer?: string;
  readonly fresh?: boolean;
  readonly dryRun?: boolean;
  readonly workers: number;
  readonly train: number;
  readonly dev: number;
  readonly heldout: number;
  readonly seed: number;
  readonly json?: boolean;
}

type Published = Awaited<ReturnType<typeof publishCorpus>>;

export function adminCorpusCommand(): Command {
  return new Command('corpus').helpCommand(false).addCommand(publishCommand());
}

function publishCommand(): Command {
  return new Command('publish')
    .description('filter new attempts, build a release of all attempts and publish it on the site')
    .addOption(
      dataOption('data folder of the arena; DATABASE_URL and object storage as for the server', join('data', 'arena')),
    )
    .option('--config <file>', 'configuration of the arena; arena.json in its data folder if there is one', path)
    .option('--bank <dir>', 'bank of hidden problems (default: the folder bank in the data folder)', path)
    .option('--work <dir>', 'working folder (default: the folder corpus in the data folder)', path)
    .option('--name <name>', 'name of the release (default: corpus-1, corpus-2 and so on)')
    .addOption(chosenMarketOption(`the market, to compare shops (default: ${DEFAULT_MARKET_FOLDER}, if there)`))
    .addOption(excludeProblemsOption('problems to leave out, with every variant of them'))
    .addOption(thresholdsOption())
    .option('--tokenizer <dir>', 'folder with a tokenizer.json, for exact lengths; estimated without', path)
    .addOption(freshOption('read all attempts again, including those read by an earlier run'))
    .addOption(dryRunOption('build the release but do not publish it'))
    .addOption(processorWorkersOption('filter threads, in addition to the one that reads'))
    .addOption(trainShareOption())
    .addOption(devShareOption())
    .addOption(heldoutShareOption())
    .addOption(seedOption('decides among equally good splits', 7))
    .action(publish);
}

async function publish(options: Options): Promise<void> {
  const terminal = createTerminal(options.json === true);
  if (options.name !== undefined) requireReleaseName(options.name);
  const { data, config, bank, train, dev, heldout, seed, name } = options;
  const heldOut = (await Promise.all(options.excludeProblems.map(readProblemFile))).flat();
  const place = { data, ...(config !== undefined && { config }), ...(bank !== undefined && { bank }) };
  const { arena, bankFolder } = await openArenaRecords(place);
  const market = openMarket(options.market);
  try {
    const published = await publishCorpus(arena, {
      folder: options.work ?? join(data, 'corpus'),
      name: (release) => name ?? `corpus-${release}`,
      bankFolder,
      heldOut,
      market,
      config: options.set.reduce(changeConfig, FILTER_CONFIG),
      threads: options.workers,
      tokenizer: options.tokenizer,
      program: packageVersion(),
      afresh: options.fresh === true,
      dryRun: options.dryRun === true,
      shares: { train, dev, heldout },
      seed,
      who: 'operator',
      onRows: (rows) => terminal.progress.update(`${rows} attempts`, 0, 1),
    });
    terminal.progress.done();
    show(published, terminal);
    const { filtered, built, ...rest } = published;
    terminal.report({ ...rest, filtered, manifest: built.manifest });
  } finally {
    market?.close();
    await arena.database.close();
  }
}

function openMarket(folder: string | undefined): MarketIndex | undefined {
  if (folder !== undefined) return MarketIndex.open(existingIndexPath(folder));
  const usual = indexPath(DEFAULT_MARKET_FOLDER);
  return existsSync(usual) ? MarketIndex.open(usual) : undefined;
}

function show({ outcome, release_number, folder, filtered, built }: Published, terminal: Terminal): void {
  const { rows, resumed, kept, deciding } = filtered;
  const { manifest } = built;
  terminal.print(`${counted(rows, 'attempt')}, ${rows - resumed} of them new: the filter keeps ${kept}.\n`);
  const left = {
    'at hidden problems': deciding.PROBLEM_WITHHELD,
    'withdrawn by their contestants': deciding.WITHDRAWN,
    'with licence none': manifest.apart.NO_LICENCE ?? 0,
    'that quote a hidden problem': manifest.apart.HIDDEN ?? 0,
    'about sealed or held-out problems': (manifest.apart.SEALED ?? 0) + (manifest.apart.HELD_OUT ?? 0),
    'that would connect two splits': manifest.apart.CROSSING ?? 0,
  };
  const reasons = Object.entries(left).filter(([, count]) => count > 0);
  if (reasons.length > 0) terminal.print(`${table(['left out', 'rows'], reasons)}\n`);
  if (deciding.TOO_LONG > 0) terminal.print(`${lengthAdvice(deciding.TOO_LONG, filtered.config)}\n`);
  terminal.print(sentence(outcome, manifest, release_number));
  terminal.print(`Built in ${folder}; CARD.md describes it.`);
}

function sentence(
  outcome: Published['outcome'],
  { name, rows, changes }: Published['built']['manifest'],
  release: number,
): string {
  const since =
    changes &&
    ` ${counted(changes.rows.added, 'row')} added and ${changes.rows.removed} removed since ${changes.previous.name}.`;
  switch (outcome) {
    case 'published':
      return `Release ${release}, ${name}, is published with ${counted(rows, 'row')}.${since ?? ''}`;
    case 'built':
      return `${name} would be published with ${counted(rows, 'row')}.${since ?? ''} The site is unchanged (--dry-run).`;
    case 'unchanged':
      return `The newest release has the same rows (${rows}). Nothing was published.`;
    case 'empty':
      return 'No row can be published yet. Nothing was published.';
  }
}
