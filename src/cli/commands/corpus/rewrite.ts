import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { QUARANTINE_REASONS } from '../../../corpus/intake.ts';
import { inputLicences, rowSources } from '../../../corpus/pipeline.ts';
import { mergeLicences, readLicences } from '../../../corpus/release.ts';
import { REWRITE_CONFIG, REWRITE_REASONS, type RewriteSummary, rewriteAttempts } from '../../../corpus/rewrite.ts';
import { DEFAULT_BANK_FOLDER } from '../../../problems/suites.ts';
import { counted } from '../../../text/counted.ts';
import { openModels } from '../../corpus/open-models.ts';
import { findWithheld, readQueries } from '../../corpus/problem-sources.ts';
import { collect, path, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import {
  apiKeyEnvOption,
  baseUrlOption,
  excludeProblemsOption,
  existingBankOption,
  licencesOption,
  seedOption,
  workersOption,
} from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly model: string;
  readonly checkerModel?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
  readonly problems: readonly string[];
  readonly excludeProblems: readonly string[];
  readonly bank?: string;
  readonly licences?: string;
  readonly limit: number;
  readonly workers: number;
  readonly seed: number;
  readonly json?: boolean;
}

const ALL = Number.MAX_SAFE_INTEGER;

export function corpusRewriteCommand(): Command {
  return new Command('rewrite')
    .argument('<input...>', "data folders with attempts, or folders and files of JSON lines in a validator's form")
    .requiredOption('--out <dir>', 'folder for rewritten.jsonl, rejected.jsonl, quarantine.jsonl, rewrite.json', path)
    .requiredOption('--model <id>', 'model that writes the reasoning, such as house/expert')
    .option('--checker-model <id>', 'model that predicts the calls; it should not be the writer (default: the writer)')
    .addOption(baseUrlOption())
    .addOption(apiKeyEnvOption())
    .option('--problems <file>', 'problems of the attempts, with their queries; repeatable', collect, [])
    .addOption(excludeProblemsOption('problems to leave out'))
    .addOption(existingBankOption('bank whose sealed and not yet released problems are left out'))
    .addOption(
      licencesOption(
        'licences written by `assay admin licences`; attempts with licence `none` are not sent to a model',
      ),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of attempts to rewrite')
        .default(ALL, 'all')
        .argParser(wholeNumber(1, ALL)),
    )
    .addOption(workersOption('number of attempts to rewrite in parallel', 4))
    .addOption(seedOption('seed of the first sample', REWRITE_CONFIG.seed, 2 ** 31 - 1))
    .action(async (inputs: string[], options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { model, checkerModel: checker = model, out, limit, workers, seed } = options;
      const { inference, endpoint } = openModels({ ...options, models: [model, checker] });
      const bank = options.bank ?? (existsSync(DEFAULT_BANK_FOLDER) ? DEFAULT_BANK_FOLDER : undefined);
      const sources = inputs.flatMap((input) => rowSources(input, 'evidence'));
      const named = options.licences === undefined ? [] : [readLicences(options.licences)];
      const licences = mergeLicences([...named, ...inputs.map(inputLicences)]);
      const queries = await readQueries(options.problems);
      const withheld = await findWithheld(bank, options.excludeProblems, new Date());
      if (endpoint !== null) {
        const licencesKnown = options.licences !== undefined || licences.size > 0;
        warnBeforeSending({ endpoint, bankNamed: bank !== undefined, licencesKnown }, terminal);
      }
      const summary = await rewriteAttempts({
        sources,
        out,
        config: { ...REWRITE_CONFIG, seed },
        inference,
        model,
        checker,
        endpoint,
        queries,
        withheld,
        licences,
        withheldChecked: bank !== undefined,
        limit,
        concurrency: workers,
        onAttempt: (done) => terminal.progress.update(`${done} attempts`, 0, 1),
      });
      terminal.progress.done();
      show(summary, out, terminal);
      terminal.report(summary);
    });
}

interface Sending {
  readonly endpoint: string;
  readonly bankNamed: boolean;
  readonly licencesKnown: boolean;
}

/** Printed while the user can still stop the command, because what was sent cannot be taken back. */
function warnBeforeSending({ endpoint, bankNamed, licencesKnown }: Sending, terminal: Terminal): void {
  if (!bankNamed) {
    terminal.warn(`No bank was given (--bank): sealed and not yet released problems may be sent to ${endpoint}.`);
  }
  if (!licencesKnown) {
    terminal.warn(
      `No licences were given (--licences): attempts with licence none may be sent to ${endpoint}. Get the licences with \`assay admin licences\`.`,
    );
  }
}

function show(summary: RewriteSummary, out: string, terminal: Terminal): void {
  const { rows, rewritten, refused, quarantined, quarantine, left, resumed } = summary;
  const others = REWRITE_REASONS.reduce((sum, reason) => sum + refused[reason], 0);
  terminal.print(
    `${counted(rows, 'attempt')}: ${rewritten} rewritten, ${others} rejected, ${quarantined} quarantined.\n`,
  );
  const reasons: (string | number)[][] = [
    ...REWRITE_REASONS.filter((reason) => refused[reason] > 0).map((reason) => [reason, refused[reason]]),
    ...QUARANTINE_REASONS.filter((reason) => quarantine[reason] > 0).map((reason) => [reason, quarantine[reason]]),
  ];
  if (reasons.length > 0) terminal.print(`${table(['reason', 'attempts'], reasons)}\n`);
  if (resumed > 0) terminal.print(`${resumed} were decided in an earlier run and not repeated.`);
  if (left > 0) terminal.print(`${left} more could be rewritten; see --limit.`);
  if (summary.model === summary.checker) {
    terminal.print(
      'Writer and checker are the same model, which may predict calls from its own text better than another model would.',
    );
  }
  if (summary.simulated || summary.checker_simulated) {
    terminal.print('Simulated models wrote or checked these rows. Use them to test pipelines, not for training.');
  }
  if (!summary.withheld_checked)
    terminal.print('No bank was given (--bank): sealed and not yet released problems were not left out.');
  terminal.print(`Written to ${out}; a release includes them only with \`corpus build --rewritten ${out}\`.`);
}
