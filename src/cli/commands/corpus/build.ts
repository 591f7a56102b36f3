import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import {
  type BuiltRelease,
  buildRelease,
  type LeftReason,
  readLicences,
  readSettled,
} from '../../../corpus/release.ts';
import { Fault } from '../../../fault/fault.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { SPLIT_NAMES } from '../../../problems/clusters.ts';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER, openBank, sealedProblems } from '../../../problems/suites.ts';
import { counted } from '../../../text/counted.ts';
import { requireReleaseName } from '../../corpus/release-name.ts';
import { collect, path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import {
  chosenMarketOption,
  devShareOption,
  excludeProblemsOption,
  existingBankOption,
  heldoutShareOption,
  licencesOption,
  seedOption,
  trainShareOption,
} from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly name: string;
  readonly problems: readonly string[];
  readonly split?: string;
  readonly previous?: string;
  readonly rewritten?: string;
  readonly includeUnlicensed?: boolean;
  readonly excludeProblems: readonly string[];
  readonly bank?: string;
  readonly market?: string;
  readonly licences?: string;
  readonly train: number;
  readonly dev: number;
  readonly heldout: number;
  readonly seed: number;
  readonly json?: boolean;
}

const LICENCES_UNKNOWN =
  'No licences were given (--licences): the release may contain rows with licence none. Get the licences with `assay admin licences` before you share it.';

export function corpusBuildCommand(): Command {
  return new Command('build')
    .argument('<input>', 'folder that `corpus filter` wrote')
    .requiredOption('--out <dir>', 'folder for the splits, manifest.json, audit.json, card.json and CARD.md', path)
    .option('--name <name>', 'name of the release', 'assay-corpus')
    .option(
      '--problems <file>',
      'problems with their answers, without which products cannot be compared; repeatable',
      collect,
      [],
    )
    .option('--split <dir>', 'an earlier `problems split`: its problems stay in their splits', path)
    .option(
      '--previous <dir>',
      'an earlier release: its problems stay in their splits, and the card says what changed',
      path,
    )
    .option(
      '--rewritten <dir>',
      'folder of `corpus rewrite`, whose rows are written to separate files; by default none are included',
      path,
    )
    .addOption(excludeProblemsOption('problems to leave out, with every variant of them'))
    .addOption(existingBankOption('bank that says which problems are sealed'))
    .addOption(chosenMarketOption('the market, without which shops cannot be compared'))
    .addOption(licencesOption("JSON: the licence each agent's owner chose, by the SHA-256 of its source"))
    .option('--include-unlicensed', 'also include rows with licence none')
    .addOption(trainShareOption())
    .addOption(devShareOption())
    .addOption(heldoutShareOption())
    .addOption(seedOption('decides among equally good splits', 7))
    .action(async (input: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      requireUsable(options);
      const { out, name, train, dev, heldout, seed } = options;
      const market = options.market === undefined ? undefined : MarketIndex.open(existingIndexPath(options.market));
      try {
        const release = await buildRelease({
          input,
          rewritten: options.rewritten,
          previous: options.previous,
          keepUnlicensed: options.includeUnlicensed === true,
          out,
          name,
          problems: await readProblems(options.problems),
          settled: options.split === undefined ? [] : await readSettled(options.split),
          sealed: await readSealed(options.bank ?? (existsSync(DEFAULT_BANK_FOLDER) ? DEFAULT_BANK_FOLDER : undefined)),
          heldOut: await readProblems(options.excludeProblems),
          market,
          licences: options.licences === undefined ? new Map() : readLicences(options.licences),
          shares: { train, dev, heldout },
          seed,
        });
        show(release, out, terminal);
        if (options.licences === undefined && !release.licences_known) terminal.print(LICENCES_UNKNOWN);
        terminal.report(release);
      } finally {
        market?.close();
      }
    });
}

function requireUsable({ name, out, previous, train, dev, heldout }: Options): void {
  if (previous !== undefined && resolve(previous) === resolve(out)) {
    throw new Fault('USAGE', {
      message: 'A release cannot be written into the folder of its previous release.',
      remedy: 'Choose another folder with --out: users of the previous release still need it.',
    });
  }
  requireReleaseName(name);
  if (train + dev + heldout > 0) return;
  throw new Fault('USAGE', {
    message: 'Every share is 0.',
    remedy: 'Give at least one of --train, --dev and --heldout a share above 0.',
  });
}

async function readProblems(files: readonly string[]): Promise<readonly Problem[]> {
  return (await Promise.all(files.map(readProblemFile))).flat();
}

async function readSealed(folder: string | undefined): Promise<readonly Problem[] | undefined> {
  if (folder === undefined) return undefined;
  const { state } = await openBank(folder);
  return sealedProblems(folder, state);
}

function show({ manifest, audit, apart }: BuiltRelease, out: string, terminal: Terminal): void {
  const rows = SPLIT_NAMES.map((split) => {
    const { rows, problems, clusters, successes } = manifest.splits[split];
    return [split, rows, problems, clusters, successes];
  });
  terminal.print(table(['split', 'rows', 'problems', 'clusters', 'successes'], rows));
  terminal.print();
  if (apart.length > 0) {
    const count = (wanted: LeftReason) => apart.filter(({ reason }) => reason === wanted).length;
    terminal.print(
      `Left out: ${counted(count('SEALED'), 'row')} about sealed problems, ${count('HELD_OUT')} about held-out ones, ${count('CROSSING')} that would connect two splits, ${count('NO_LICENCE')} with licence none.`,
    );
  }
  if (manifest.claimed !== undefined) {
    terminal.print(
      `Also ${counted(manifest.claimed.rows, 'row')} from logs that no gateway recorded, in claimed.jsonl of each split.`,
    );
  }
  if (manifest.rewritten !== undefined) {
    terminal.print(`Also ${counted(manifest.rewritten.rows, 'rewritten row')}, in rewritten.jsonl of each split.`);
  }
  if (manifest.changes !== undefined) {
    const { previous, rows: moved } = manifest.changes;
    terminal.print(
      `Since ${previous.name}: ${counted(moved.added, 'row')} added, ${moved.removed} removed, ${moved.kept} kept.`,
    );
  }
  const unknown = audit.problems - audit.answers_known;
  terminal.print('No links between splits.');
  if (unknown > 0) {
    terminal.print(
      `The answers of ${unknown} of ${audit.problems} problems are unknown (--problems): compared by words only.`,
    );
  }
  if (!audit.shops_checked) terminal.print('Shops were not compared (--market).');
  terminal.print(
    audit.sealed_checked
      ? `None of ${audit.sealed_problems} sealed problems, or a variant of one, is in it.`
      : 'Not compared with sealed problems (--bank).',
  );
  terminal.print(`\nWritten to ${out}; CARD.md describes it, manifest.json has the hashes.`);
}
