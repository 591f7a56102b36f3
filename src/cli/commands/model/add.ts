import { Command, Option } from 'commander';
import { engineArchitectures, findEngine } from '../../../local/engine-package.ts';
import { addLocalModel, LOCAL_PREFIX } from '../../../local/local-models.ts';
import { TEMPLATES, type TemplateChoice } from '../../../local/model-entry.ts';
import { path } from '../../options.ts';
import { givenOptions } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';

interface Options {
  readonly models: string;
  readonly gguf: string;
  readonly adapter?: string;
  readonly template?: TemplateChoice;
  readonly json?: boolean;
}

export function adapterOption(): Option {
  return new Option(
    '--adapter <path>',
    'LoRA adapter for the weights: GGUF file, or folder such as models/assay-135m',
  ).argParser(path);
}

export function modelAddCommand(): Command {
  return new Command('add')
    .argument('<name>', 'name to register; the model id is local/NAME')
    .requiredOption('--gguf <file>', 'weights in GGUF format; the file stays where it is', path)
    .addOption(adapterOption())
    .addOption(
      new Option('--template <which>', 'chat template (default: the file’s own, if it handles tools)').choices(
        TEMPLATES,
      ),
    )
    .addOption(modelsOption())
    .action(async (name: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const entry = await addLocalModel(options.models, name, {
        gguf: options.gguf,
        adapter: options.adapter,
        template: options.template,
        architectures: await engineArchitectures(options.models),
        onBytes: (read, of) => terminal.progress.update('hashing', read, of),
      });
      terminal.progress.done();
      terminal.print(`Registered as ${LOCAL_PREFIX}${entry.name}.`);
      terminal.print(`  ${entry.architecture}, ${entry.parameters} parameters, context ${entry.context} tokens`);
      terminal.print(`  sha256 ${entry.file.sha256}`);
      if (findEngine(options.models) === undefined)
        terminal.print(`Next: assay model install-engine${givenOptions('--models')}`);
      terminal.report(entry);
    });
}
