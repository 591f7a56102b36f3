import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CALL_FORMS } from '../../../evaluation/harness.ts';
import { formatRate, loadMeasuredRun, type RunSummary, summariseRun } from '../../../evaluation/report.ts';
import { beginRun, type EvaluationResult, evaluate, type RunRecord } from '../../../evaluation/run.ts';
import { bankTraining, openSuite, requireMarket, requireNoLeak } from '../../../evaluation/suites.ts';
import { encyclopaediaOf } from '../../../market/encyclopaedia.ts';
import { indexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import { comparabilityNote } from '../../../problems/satisfy.ts';
import { makeFolder, withFolderLock } from '../../../store/files.ts';
import { harnessOption, maxObservationOption, maxTurnsOption } from '../../eval/harness-options.ts';
import { openEndpoint } from '../../eval/open-endpoint.ts';
import type { EvalRunOptions } from '../../eval/run-options.ts';
import { runStart } from '../../eval/run-start.ts';
import { suiteMarket } from '../../eval/suite-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { collect, path, share, wholeNumber } from '../../options.ts';
import { shellWord } from '../../output/given-options.ts';
import { plainText } from '../../output/plain-text.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import {
  apiKeyEnvOption,
  bankOption,
  baseUrlOption,
  chosenMarketOption,
  completionPriceOption,
  ledgerOption,
  promptPriceOption,
  seedOption,
  userOption,
  workersOption,
} from '../../shared-options.ts';
import { openTitles, withTitleOptions } from '../../title-options.ts';

const LOCK_TIMEOUT_MILLISECONDS = 1_000;

export function evalRunCommand(): Command {
  const command = new Command('run')
    .requiredOption(
      '--model <id>',
      'model to measure, such as local/NAME; house/* are simulated, policy/* have no model',
    )
    .requiredOption('--suite <suite>', 'folder such as suites/heldout-75, file of problems, or suite of the bank', path)
    .addOption(baseUrlOption())
    .addOption(harnessOption())
    .addOption(new Option('--calls <form>', 'how a model calls tools').choices(CALL_FORMS).default('native'))
    .addOption(maxObservationOption())
    .option('-k, --samples <n>', 'sampled episodes per problem', wholeNumber(1, 1_000), 8)
    .option('--no-greedy', 'omit the episode at temperature 0')
    .option('--temperature <t>', 'temperature of the sampled episodes', temperature, 0.9)
    .option('--top-p <share>', 'top-p of the sampled episodes', share, 0.95)
    .option('--max-tokens <n>', 'maximum tokens of one answer', wholeNumber(16, 100_000), 1024)
    .addOption(maxTurnsOption())
    .addOption(seedOption('the seed of every episode is derived from it', 1))
    .addOption(workersOption('episodes at a time', 4, 1024))
    .option('--timeout <seconds>', 'timeout of one answer', wholeNumber(1, 3_600), 300)
    .option('--keep-tokens', 'ask for token ids and log-probabilities, and keep them in the transcripts')
    .option('--out <dir>', 'folder of the run (default: named by label and seed, in data/evaluation)', path)
    .addOption(chosenMarketOption('folder of the market (default: the one that the suite names)'))
    .addOption(bankOption())
    .option('--trained-on <file>', 'problems or traces that the model was trained on; repeatable', collect, [])
    .option('--label <name>', 'name of the row in reports (default: the checkpoint)')
    .option('--experiment <name>', 'training run that the checkpoint belongs to (default: the model)')
    .option('--checkpoint <name>', 'checkpoint of that training run (default: the model)')
    .addOption(userOption())
    .option('--model-selection', 'the result selects a checkpoint; rejected on a held-out suite')
    .option('--allow-heldout-selection', 'allow model selection on a held-out suite (recorded permanently)')
    .option('--plan <file>', 'pre-registration that this run belongs to', path)
    .addOption(ledgerOption())
    .addOption(apiKeyEnvOption())
    .addOption(promptPriceOption())
    .addOption(completionPriceOption());
  return withTitleOptions(command).action(async (given: Omit<EvalRunOptions, 'out'> & { readonly out?: string }) => {
    const options = { ...given, out: given.out ?? ownFolder(given) };
    const terminal = createTerminal(options.json === true);
    const opened = await openEndpoint(options);
    const suite = await openSuite(options.suite, options.bank);
    const met = suite.kind === 'heldout' ? await bankTraining(options.bank) : [];
    const guardedAgainst = await requireNoLeak(suite, options.trainedOn, met);
    const folder = await suiteMarket(suite, options.market, terminal);
    const titles = openTitles(options, folder);
    const search = ThreadedSearch.open(indexPath(folder), 1);
    try {
      requireMarket(suite, search.index, folder);
      makeFolder(options.out);
      await withFolderLock(
        options.out,
        async () => {
          const run = await beginRun(
            runStart({ options, suite, market: search.index, opened, titles, guardedAgainst }),
          );
          printStart(run, terminal);
          const stop = new AbortController();
          untilInterrupted().then(() => stop.abort());
          const result = await evaluate({
            folder: options.out,
            run,
            problems: suite.problems,
            endpoint: typeof opened.endpoint === 'function' ? opened.endpoint(search.index) : opened.endpoint,
            search,
            web: run.harness.web === true ? encyclopaediaOf(search.index.manifest) : undefined,
            titles,
            prices: run.price && { [run.model]: run.price },
            concurrency: options.workers,
            signal: stop.signal,
            onProgress: (done, of) => terminal.progress.update('episodes', done, of),
          });
          terminal.progress.done();
          const summary = summariseRun(loadMeasuredRun(options.out));
          printSummary(run, summary, options.out, terminal);
          printIncomplete(result, stop.signal.aborted, terminal);
          terminal.report({ folder: options.out, run_id: run.run_id, result, summary });
          if (result.measured < result.episodes) process.exitCode = 2;
        },
        LOCK_TIMEOUT_MILLISECONDS,
      );
    } finally {
      await search.close();
    }
  });
}

function printStart(run: RunRecord, terminal: Terminal): void {
  const sealed = run.opening === null ? '' : `; held out, use ${run.opening.looks_before + 1} by this checkpoint`;
  terminal.print(
    plainText(
      `${run.label}${run.simulated ? ' (simulated)' : ''} on ${run.suite.name}: ${run.problems.length} problems, ${run.k} samples${run.greedy ? ' and one greedy run' : ''} each, ${run.harness.size} tools${run.harness.web === true ? ' and web_search' : ''}, ${run.harness.form} calls${sealed}.`,
    ),
  );
  if (run.opening?.burned === true)
    terminal.warn('This suite was used to select a checkpoint, so results on it are biased.');
  if (run.price === null) terminal.warn('No price was given for the endpoint, so its cost is unknown.');
}

function printSummary(run: RunRecord, summary: RunSummary, folder: string, terminal: Terminal): void {
  const last = summary.at_k.at(-1)!;
  const { sampled: missing, greedy: missingGreedy } = summary.missing;
  terminal.print(
    `\n${table(
      ['', 'per cent, 95 % interval'],
      [
        ['pass@1', formatRate(summary.pass_at_1, { missing, bounds: summary.bounds.pass_at_1 })],
        ...(run.greedy
          ? [['greedy', formatRate(summary.greedy, { missing: missingGreedy, bounds: summary.bounds.greedy })]]
          : []),
        // With one sample, both equal pass@1.
        ...(last.k === 1
          ? []
          : [
              [`pass@${last.k}`, formatRate(last.any, { missing })],
              [`pass^${last.k}`, formatRate(last.every, { missing })],
            ]),
        ['pass@1, benchmark rules', formatRate(summary.benchmark.pass_at_1, { missing })],
      ],
    )}`,
  );
  const note = comparabilityNote(summary.titles);
  if (note !== null) terminal.print(`\n${note}`);
  terminal.print(`\nReport: assay eval report ${shellWord(folder)} --out report`);
}

function printIncomplete(result: EvaluationResult, interrupted: boolean, terminal: Terminal): void {
  if (result.providerFailures > 0)
    terminal.warn(`The provider failed in ${result.providerFailures} tries; they were run again and are counted.`);
  if (result.measured === result.episodes) return;
  const why = interrupted ? 'Interrupted' : 'Some episodes could not be measured because the provider failed';
  terminal.warn(
    `${why}: ${result.measured} of ${result.episodes} episodes are measured and kept. Run the same command to measure the rest.`,
  );
}

/** A separate folder for every row of a report, so that a second run is not taken for the first. */
function ownFolder({ label, checkpoint, model, seed }: Omit<EvalRunOptions, 'out'>): string {
  const name = (label ?? checkpoint ?? model).replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  return join('data', 'evaluation', `${name}-${seed}`);
}

function temperature(text: string): number {
  const number = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 2) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 2.');
}
