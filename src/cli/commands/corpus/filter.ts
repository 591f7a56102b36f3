import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { filterArena } from '../../../corpus/arena.ts';
import { changeConfig, FILTER_CONFIG, filterFunnel, REASONS } from '../../../corpus/filter.ts';
import { INPUT_FORMATS, type InputFormat, QUARANTINE_REASONS } from '../../../corpus/intake.ts';
import {
  type FilterSourcesOptions,
  type FilterSummary,
  filterAttempts,
  inputLicences,
  rowSources,
} from '../../../corpus/pipeline.ts';
import { mergeLicences } from '../../../corpus/release.ts';
import { Fault } from '../../../fault/fault.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER } from '../../../problems/suites.ts';
import { counted } from '../../../text/counted.ts';
import { lengthAdvice } from '../../corpus/length-advice.ts';
import { openArenaRecords } from '../../corpus/open-arena-records.ts';
import { findWithheld, readQueries } from '../../corpus/problem-sources.ts';
import { collect, path } from '../../options.ts';
import { helpList, helpParagraph } from '../../output/help-text.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { packageVersion } from '../../package-version.ts';
import {
  excludeProblemsOption,
  existingBankOption,
  freshOption,
  processorWorkersOption,
  thresholdsOption,
} from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly data?: string;
  readonly config?: string;
  readonly format?: InputFormat;
  readonly fresh?: boolean;
  readonly problems: readonly string[];
  readonly excludeProblems: readonly string[];
  readonly bank?: string;
  readonly set: readonly string[];
  readonly tokenizer?: string;
  readonly workers: number;
  readonly strict?: boolean;
  readonly json?: boolean;
}

const CLAIMED_HELP =
  'Rows from logs are written to claimed.jsonl and marked as claimed: no gateway recorded who made the calls.';

export function corpusFilterCommand(): Command {
  return new Command('filter')
    .argument(
      '[input...]',
      "data folders with attempts, or folders and files (.gz too) in a validator's or ORO's form or one of the log formats below",
    )
    .option(
      '--data <dir>',
      'data folder of an arena, to read its own records instead; only new attempts are read',
      path,
    )
    .addOption(
      new Option('--format <name>', 'accept only this input format (default: detected for each file)').choices(
        INPUT_FORMATS.map(({ name }) => name),
      ),
    )
    .option('--config <file>', 'configuration of the arena; arena.json in its data folder if there is one', path)
    .addOption(freshOption('with --data: read all attempts again, including those read by an earlier run'))
    .requiredOption(
      '--out <dir>',
      'folder for trajectories.jsonl, claimed.jsonl, rejected.jsonl, quarantine.jsonl, filter.json',
      path,
    )
    .option('--problems <file>', 'problems of the attempts, with their queries; repeatable', collect, [])
    .addOption(excludeProblemsOption('problems to leave out'))
    .addOption(existingBankOption('bank whose sealed and not yet released problems are left out'))
    .addOption(thresholdsOption())
    .option('--tokenizer <dir>', 'folder with a tokenizer.json, for exact lengths; estimated without', path)
    .addOption(processorWorkersOption('filter threads, in addition to the one that reads'))
    .option('--strict', 'fail at the first row that cannot be read or trusted')
    .addHelpText('after', `\nInput formats:\n${helpList(INPUT_FORMATS)}\n\n${helpParagraph(CLAIMED_HELP)}`)
    .action(async (inputs: string[], options: Options) => {
      const terminal = createTerminal(options.json === true);
      requireOneSource(inputs, options);
      const common = {
        out: options.out,
        config: options.set.reduce(changeConfig, FILTER_CONFIG),
        threads: options.workers,
        tokenizer: options.tokenizer,
        strict: options.strict === true,
        onRows: (rows: number) => terminal.progress.update(`${rows} attempts`, 0, 1),
      };
      const summary =
        options.data === undefined
          ? await filterFolders(inputs, options, common)
          : await filterRecords(options.data, options, common);
      terminal.progress.done();
      show(summary, options, terminal);
      terminal.report(summary);
    });
}

type Common = Pick<FilterSourcesOptions, 'out' | 'config' | 'threads' | 'tokenizer' | 'strict' | 'onRows'>;

function requireOneSource(inputs: readonly string[], { data, config, fresh, problems, format }: Options): void {
  if (data === undefined) {
    if (inputs.length === 0) {
      throw new Fault('USAGE', {
        message: 'Nothing to read.',
        remedy: 'Name folders or files, or an arena with --data.',
      });
    }
    if (config === undefined && fresh !== true) return;
    throw new Fault('USAGE', { message: '--config and --fresh need --data.', remedy: 'Leave them out.' });
  }
  if (inputs.length === 0 && problems.length === 0 && format === undefined) return;
  throw new Fault('USAGE', {
    message:
      '--data reads the records of an arena, which includes the problems. It cannot be combined with other input, --problems or --format.',
    remedy: 'Filter folders in another run, into another folder.',
  });
}

async function filterRecords(data: string, options: Options, common: Common): Promise<FilterSummary> {
  const { config, bank } = options;
  const place = { data, ...(config !== undefined && { config }), ...(bank !== undefined && { bank }) };
  const { arena, bankFolder } = await openArenaRecords(place);
  try {
    const heldOut = (await Promise.all(options.excludeProblems.map(readProblemFile))).flat();
    const afresh = options.fresh === true;
    const { summary } = await filterArena(arena, { ...common, bankFolder, heldOut, afresh, program: packageVersion() });
    return summary;
  } finally {
    await arena.database.close();
  }
}

async function filterFolders(inputs: readonly string[], options: Options, common: Common): Promise<FilterSummary> {
  const bank = options.bank ?? (existsSync(DEFAULT_BANK_FOLDER) ? DEFAULT_BANK_FOLDER : undefined);
  return await filterAttempts({
    ...common,
    sources: inputs.flatMap((input) => rowSources(input, options.format)),
    format: options.format,
    licences: mergeLicences(inputs.map(inputLicences)),
    queries: await readQueries(options.problems),
    withheld: await findWithheld(bank, options.excludeProblems, new Date()),
    withheldChecked: bank !== undefined,
  });
}

function show(summary: FilterSummary, { out, data }: Options, terminal: Terminal): void {
  const { rows, resumed, kept, claimed, rejected, quarantined, deciding, failing, quarantine, agency } = summary;
  terminal.print(`${counted(rows, 'attempt')}: ${kept} kept, ${rejected} rejected, ${quarantined} quarantined.\n`);
  if (claimed > 0) {
    terminal.print(`Also ${counted(claimed, 'row')} from logs that no gateway recorded, in claimed.jsonl.\n`);
  }
  if (data !== undefined) terminal.print(`${rows - resumed} of them were not read before.\n`);
  const lost = Object.entries({ ...deciding, ...quarantine, CLAIMED: claimed });
  const stages = filterFunnel(
    rows,
    lost.map(([reason, count]) => ({ reason, rows: count })),
  );
  terminal.print(
    table(
      ['stage', 'attempts'],
      stages.map((each) => [each.stage, each.rows]),
    ),
  );
  terminal.print();
  const reasons = REASONS.filter((reason) => failing[reason] > 0);
  if (reasons.length > 0) {
    terminal.print(
      table(
        ['reason', 'decided', 'applied'],
        reasons.map((reason) => [reason, deciding[reason], failing[reason]]),
      ),
    );
    terminal.print();
  }
  if (deciding.TOO_LONG > 0) terminal.print(`${lengthAdvice(deciding.TOO_LONG, summary.config)}\n`);
  const aside = QUARANTINE_REASONS.filter((reason) => quarantine[reason] > 0);
  if (aside.length > 0) {
    terminal.print(
      table(
        ['quarantined', 'rows'],
        aside.map((reason) => [reason, quarantine[reason]]),
      ),
    );
    terminal.print();
  }
  terminal.print(
    `Agentic ${agency.agentic}, mixed ${agency.mixed}, scripted ${agency.scripted}, claimed by a log ${agency.claimed} (each attempt judged alone).`,
  );
  const scripts = Object.values(summary.versions).filter(
    ({ verdict }) => verdict === 'independent of the model',
  ).length;
  if (scripts > 0) terminal.print(`${scripts} agent versions do not depend on what their models say.`);
  terminal.print(
    `Lengths are ${summary.token_counter.exact ? 'counted' : 'estimated'} (${summary.token_counter.name}).`,
  );
  if (!summary.withheld_checked)
    terminal.print('No bank was given (--bank): sealed and not yet released problems were not left out.');
  terminal.print(`Written to ${out}; filter.json has the thresholds (config ${summary.config_fingerprint}).`);
}
