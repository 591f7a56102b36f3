import { Command, Option } from 'commander';
import { STARTS, type Start } from '../../../training/recipe.ts';
import { ModelServer, servedWeights } from '../../../training/serve.ts';
import { trainerHome, trainerPython } from '../../../training/trainer.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { path, wholeNumber } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { hostOption, portOption, pythonOption } from '../../shared-options.ts';

interface Options {
  readonly stage?: Start;
  readonly adapter?: string;
  readonly host: string;
  readonly port: number;
  readonly device: 'auto' | 'cpu' | 'cuda';
  readonly dtype?: 'bfloat16' | 'float32';
  readonly context?: number;
  readonly python?: string;
  readonly json?: boolean;
}

export function trainServeCommand(): Command {
  return new Command('serve')
    .argument('<folder>', 'training run, or Hugging Face model')
    .addOption(
      new Option('--stage <stage>', 'stage of the run (default: its last adapter)')
        .choices(STARTS)
        .conflicts('adapter'),
    )
    .option('--adapter <path>', 'adapter to put on the model', path)
    .addOption(hostOption())
    .addOption(portOption(8791))
    .addOption(
      new Option('--device <device>', 'where to compute; a GPU if there is one')
        .choices(['auto', 'cpu', 'cuda'])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--dtype <type>',
        'number format of the weights (default: bfloat16 on a GPU, float32 on a CPU)',
      ).choices(['bfloat16', 'float32']),
    )
    .option(
      '--context <n>',
      'tokens of prompt and answer (default: those of the recipe or the model)',
      wholeNumber(64, 1 << 20),
    )
    .addOption(pythonOption())
    .action(async (folder: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const weights = servedWeights(folder, options);
      const python = trainerPython(options.python);
      terminal.print(`Loading ${weights.label} …`);
      const interrupted = untilInterrupted();
      const starting = ModelServer.start({
        weights,
        host: options.host,
        port: options.port,
        device: options.device,
        dtype: options.dtype ?? null,
        python,
        home: trainerHome(),
      });
      // An interrupt while the weights load must not wait for them.
      const server = await Promise.race([starting, interrupted]);
      if (server === undefined) return void starting.then(async (late) => await late.stop()).catch(() => {});
      const { baseUrl, context } = server;
      terminal.print(
        `Serving ${weights.label} at ${baseUrl}, ${context} tokens of context. Ctrl-C stops it. Measure it with the harness it was trained for (see its card or recipe):\n` +
          `  assay eval run --base-url ${baseUrl} --model student --suite suites/dev-75`,
      );
      terminal.report({ url: baseUrl, name: 'student', folder: weights.model, adapter: weights.adapter, context });
      await interrupted;
      await server.stop();
    });
}
