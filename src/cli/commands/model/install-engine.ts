import { Command, Option } from 'commander';
import { ENGINE_VERSION, type EngineBuild, installEngine } from '../../../local/engine-package.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';

interface Options {
  readonly models: string;
  readonly build: EngineBuild;
  readonly json?: boolean;
}

export function modelInstallEngineCommand(): Command {
  return new Command('install-engine')
    .addOption(modelsOption())
    .addOption(
      new Option('--build <which>', 'which build; those for graphics cards are several times larger')
        .choices(['cpu', 'cuda', 'vulkan'])
        .default('cpu'),
    )
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      terminal.print(`Installing node-llama-cpp ${ENGINE_VERSION} …`);
      const folder = await installEngine(options.models, options.build);
      terminal.print(`Installed in ${folder}.`);
      terminal.report({ version: ENGINE_VERSION, build: options.build, folder });
    });
}
