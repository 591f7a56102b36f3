import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { readRecipe, STAGES, STARTS, type Stage } from '../../../training/recipe.ts';
import { openSuites, type RunEvent, trainRun } from '../../../training/run.ts';
import type { TrainingStage, TrainingSummary } from '../../../training/summary.ts';
import { trainerHome, trainerPython } from '../../../training/trainer.ts';
import { suiteMarket } from '../../eval/suite-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { collect, path, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { bankOption, chosenMarketOption, ledgerOption, pythonOption } from '../../shared-options.ts';
import { TrainingDisplay } from '../../train/show-training.ts';

interface Options {
  readonly recipe: string;
  readonly set: readonly string[];
  readonly stage: readonly Stage[];
  readonly out?: string;
  readonly corpus?: string;
  readonly market?: string;
  readonly bank: string;
  readonly ledger: string;
  readonly python?: string;
  readonly deadline?: number;
  readonly json?: boolean;
}

const MOST_SECONDS = 30 * 24 * 60 * 60;

export function trainRunCommand(): Command {
  return new Command('run')
    .requiredOption('--recipe <file>', 'such as recipes/small.json', path)
    .option('--set <path=json>', 'replace a field of the recipe, such as seed=8; repeatable', collect, [])
    .option(
      '--corpus <dir>',
      'release of `assay corpus build` whose train split is used; not needed if --out already contains the rows',
      path,
    )
    .option(
      '--stage <names>',
      `some of ${STAGES.join(', ')}, separated by commas, or base to measure only the untrained model`,
      stages,
      STAGES,
    )
    .option('--out <dir>', 'folder of the run (default: named after the recipe, in data/training)', path)
    .addOption(chosenMarketOption('folder of the market (default: the one that the suites name)'))
    .addOption(bankOption('folder of the bank, for suites that are named by it'))
    .addOption(ledgerOption())
    .addOption(pythonOption('torch and transformers'))
    .option(
      '--deadline <seconds>',
      'maximum wall-clock time of the command; the adapter trained by then is exported',
      wholeNumber(1, MOST_SECONDS),
    )
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const recipe = readRecipe(options.recipe, options.set);
      const out = options.out ?? join('data', 'training', recipe.name);
      if (options.deadline !== undefined && options.deadline <= recipe.export_seconds) {
        throw new Fault('USAGE', {
          message: `Of ${options.deadline} seconds, ${recipe.export_seconds} are kept for exporting; none are left to train.`,
          remedy: 'Give more with --deadline, or lower export_seconds in the recipe.',
        });
      }
      const home = trainerHome();
      const suites = await openSuites(recipe, options);
      const market = await suiteMarket(suites.dev, options.market, terminal);
      const stop = new AbortController();
      untilInterrupted().then(() => stop.abort());
      try {
        const summary = await trainRun({
          recipe,
          suites,
          stages: options.stage,
          out,
          corpus: options.corpus,
          market,
          ledger: options.ledger,
          python: trainerPython(options.python),
          home,
          deadlineSeconds: options.deadline,
          signal: stop.signal,
          watch: watching(options.json === true, terminal),
        });
        printSummary(summary, out, terminal);
        if (options.json === true) writeLine({ event: 'summary', folder: out, summary });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        terminal.progress.done();
        terminal.warn('Interrupted; finished parts are kept. Run the same command to resume.');
        process.exitCode = 2;
      }
    });
}

/** For programs: one event per line, as it happens; a single document at the end would come too late. */
function watching(json: boolean, terminal: Terminal): (event: RunEvent) => void {
  if (json) return writeLine;
  const display = new TrainingDisplay(terminal);
  return (event) => display.show(event);
}

function writeLine(document: object): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

function printSummary(summary: TrainingSummary, out: string, terminal: Terminal): void {
  const measures = [...new Set(summary.stages.flatMap((stage) => Object.keys(stage.measures)))];
  const { suite, problems, tries } = summary.measured_on;
  terminal.print(`\nOn ${problems} problems of ${suite}, ${tries} tries each; per cent, 95 % interval:\n`);
  terminal.print(
    table(
      ['stage', ...measures, 'ended'],
      summary.stages.map((stage) => [
        stage.stage,
        ...measures.map((name) => formatMeasure(stage, name)),
        stage.ended ?? '',
      ]),
    ),
  );
  terminal.print(`\nCorpus: ${summary.corpus}`);
  for (const { stage, measured, expected, remedy } of summary.incomplete ?? [])
    terminal.warn(`The evaluation of ${stage} is incomplete, ${measured} of ${expected} episodes: ${remedy}.`);
  for (const { what, why } of summary.not_run) terminal.warn(`${what} was not run: ${why}.`);
  if (summary.simulated.length > 0)
    terminal.warn(`Simulated: ${summary.simulated.join(' and ')}. Such numbers only show that the pipeline works.`);
  terminal.print(`\nAdapters: ${join(out, 'adapters')}\nReport: ${join(out, 'report', 'report.html')}`);
}

function formatMeasure({ measures }: TrainingStage, name: string): string {
  const measure = measures[name];
  if (measure === undefined) return '';
  const print = (share: number): string => (100 * share).toFixed(1);
  const { value, interval } = measure;
  return interval === null ? print(value) : `${print(value)} [${print(interval.low)}, ${print(interval.high)}]`;
}

/** `base` trains nothing: the untrained model is measured before any other stage. */
function stages(text: string): readonly Stage[] {
  const named = text.split(',').map((name) => name.trim());
  const strange = named.find((name) => !(STARTS as readonly string[]).includes(name));
  if (strange !== undefined)
    throw new InvalidArgumentError(`There is no stage ${strange}; there are ${STARTS.join(', ')}.`);
  return STAGES.filter((stage) => named.includes(stage));
}
