import { Command, InvalidArgumentError } from 'commander';
import { formatRate } from '../../../evaluation/report.ts';
import { openSuite } from '../../../evaluation/suites.ts';
import { STARTS, type Start } from '../../../training/recipe.ts';
import { measureRun, RunFolder, readInputs } from '../../../training/run.ts';
import { trainerHome, trainerPython } from '../../../training/trainer.ts';
import { suiteMarket } from '../../eval/suite-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { path, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bankOption, chosenMarketOption, ledgerOption, pythonOption } from '../../shared-options.ts';
import { TrainingDisplay } from '../../train/show-training.ts';

interface Options {
  readonly stage?: readonly Start[];
  readonly temperature: readonly number[];
  readonly suite?: string;
  readonly samples?: number;
  readonly market?: string;
  readonly bank: string;
  readonly ledger: string;
  readonly python?: string;
  readonly json?: boolean;
}

export function trainMeasureCommand(): Command {
  return new Command('measure')
    .argument('<run>', 'folder of a training run')
    .option(
      '--stage <names>',
      `some of ${STARTS.join(', ')}, separated by commas (default: all that were trained)`,
      stages,
    )
    .option(
      '--temperature <list>',
      'temperatures, separated by commas; 0 is one greedy episode per problem',
      temperatures,
      [0, 0.3, 0.6, 0.9],
    )
    .option('--suite <suite>', 'dev suite (default: that of the recipe)', path)
    .option('-k, --samples <n>', 'sampled episodes per problem (default: as in the recipe)', wholeNumber(1, 1_000))
    .addOption(chosenMarketOption('folder of the market (default: the one that the suite names)'))
    .addOption(bankOption('folder of the bank, for suites that are named by it'))
    .addOption(ledgerOption())
    .addOption(pythonOption('torch and transformers'))
    .action(async (run: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { recipe } = readInputs(new RunFolder(run));
      const suite = await openSuite(options.suite ?? recipe.suites.dev, options.bank);
      const stop = new AbortController();
      untilInterrupted().then(() => stop.abort());
      const display = new TrainingDisplay(terminal);
      const { folder, runs } = await measureRun({
        run,
        suite,
        stages: options.stage,
        temperatures: options.temperature,
        samples: options.samples,
        market: await suiteMarket(suite, options.market, terminal),
        ledger: options.ledger,
        python: trainerPython(options.python),
        home: trainerHome(),
        signal: stop.signal,
        watch: (event) => display.show(event),
      });
      const rows = runs.map(({ label, k, pass_at_1, at_k, missing: { sampled: missing } }) => {
        const last = at_k.at(-1);
        return [
          label,
          String(k),
          formatRate(pass_at_1, { missing }),
          formatRate(last?.any ?? null, { missing }),
          formatRate(last?.every ?? null, { missing }),
        ];
      });
      terminal.print(`\nOn ${suite.problems.length} problems of ${suite.name}; per cent, 95 % interval:\n`);
      terminal.print(table(['stage and temperature', 'k', 'pass@1', 'pass@k', 'pass^k'], rows));
      terminal.print(`\nReport: ${folder}/report/report.html`);
      terminal.report({ folder, suite: suite.name, runs });
    });
}

function stages(text: string): readonly Start[] {
  const named = text.split(',').map((name) => name.trim());
  const unknown = named.find((name) => !(STARTS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Unknown stage ${unknown}; use ${STARTS.join(', ')}.`);
  return STARTS.filter((stage) => named.includes(stage));
}

function temperatures(text: string): readonly number[] {
  const numbers = text.split(',').map((each) => (/^\s*\d+(\.\d+)?\s*$/.test(each) ? Number(each) : Number.NaN));
  if (numbers.every((each) => each >= 0 && each <= 2)) return [...new Set(numbers)];
  throw new InvalidArgumentError('Give numbers from 0 to 2, separated by commas.');
}
