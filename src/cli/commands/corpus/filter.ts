import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { changeConfig, FILTER_CONFIG, REASONS } from '../../../corpus/filter.ts';
import { type FilterSummary, filterFirehose, inputLicences, rowSources } from '../../../corpus/firehose.ts';
import { QUARANTINE_REASONS } from '../../../corpus/intake.ts';
import { mergeLicences } from '../../../corpus/release.ts';
import { DEFAULT_BANK_FOLDER } from '../../../problems/suites.ts';
import { findWithheld, readQueries } from '../../corpus/problem-sources.ts';
import { collect, path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { excludeProblemsOption, existingBankOption, processorWorkersOption } from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly problems: readonly string[];
  readonly excludeProblems: readonly string[];
  readonly bank?: string;
  readonly set: readonly string[];
  readonly tokenizer?: string;
  readonly workers: number;
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function corpusFilterCommand(): Command {
  return new Command('filter')
    .argument(
      '<input...>',
      "data folders with attempts, or folders and files of JSON lines (.gz too) in a validator's or ORO's form",
    )
    .requiredOption('--out <dir>', 'folder for trajectories.jsonl, rejected.jsonl, quarantine.jsonl, filter.json', path)
    .option('--problems <file>', 'problems that attempts may be at, for what was asked; repeatable', collect, [])
    .addOption(excludeProblemsOption('problems to leave out'))
    .addOption(existingBankOption('bank whose sealed and unexpired problems are left out'))
    .option('--set <name=number>', 'another threshold; repeatable', collect, [])
    .option('--tokenizer <dir>', 'folder with a tokenizer.json, for exact lengths; estimated without', path)
    .addOption(processorWorkersOption('threads that filter, beside the one that reads'))
    .option('--strict', 'fail at the first row that cannot be read or trusted')
    .action(async (inputs: string[], options: Options) => {
      const terminal = createTerminal(options.json === true);
      const bank = options.bank ?? (existsSync(DEFAULT_BANK_FOLDER) ? DEFAULT_BANK_FOLDER : undefined);
      const sources = inputs.flatMap(rowSources);
      const summary = await filterFirehose({
        sources,
        licences: mergeLicences(inputs.map(inputLicences)),
        out: options.out,
        config: options.set.reduce(changeConfig, FILTER_CONFIG),
        queries: await readQueries(options.problems),
        withheld: await findWithheld(bank, options.excludeProblems, new Date()),
        withheldChecked: bank !== undefined,
        threads: options.workers,
        tokenizer: options.tokenizer,
        strict: options.strict === true,
        onRows: (rows) => terminal.progress.update(`${rows} attempts`, 0, 1),
      });
      terminal.progress.done();
      show(summary, options.out, terminal);
      terminal.report(summary);
    });
}

function show(summary: FilterSummary, out: string, terminal: Terminal): void {
  const { rows, kept, rejected, quarantined, deciding, failing, quarantine, agency } = summary;
  terminal.say(`${rows} attempts: ${kept} kept, ${rejected} left out, ${quarantined} put aside unread.\n`);
  const reasons = REASONS.filter((reason) => failing[reason] > 0);
  if (reasons.length > 0) {
    terminal.say(
      table(
        ['reason', 'decided', 'held in all'],
        reasons.map((reason) => [reason, deciding[reason], failing[reason]]),
      ),
    );
    terminal.say();
  }
  const aside = QUARANTINE_REASONS.filter((reason) => quarantine[reason] > 0);
  if (aside.length > 0) {
    terminal.say(
      table(
        ['put aside', 'rows'],
        aside.map((reason) => [reason, quarantine[reason]]),
      ),
    );
    terminal.say();
  }
  terminal.say(
    `Agentic ${agency.agentic}, mixed ${agency.mixed}, scripted ${agency.scripted}, each attempt by itself.`,
  );
  const scripts = Object.values(summary.versions).filter(
    ({ verdict }) => verdict === 'independent of the model',
  ).length;
  if (scripts > 0) terminal.say(`${scripts} agent versions do not depend on what their models say.`);
  terminal.say(`Lengths are ${summary.token_counter.exact ? 'counted' : 'estimated'} (${summary.token_counter.name}).`);
  if (!summary.withheld_checked) terminal.say('No bank was named: sealed and unexpired problems are not known here.');
  terminal.say(`Written to ${out}; filter.json has the thresholds (config ${summary.config_fingerprint}).`);
}
