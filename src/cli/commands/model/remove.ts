import { Command } from 'commander';
import { LOCAL_PREFIX, removeLocalModel } from '../../../local/local-models.ts';
import { createTerminal } from '../../output/terminal.ts';
import { modelsOption } from '../../shared-options.ts';

interface Options {
  readonly models: string;
  readonly json?: boolean;
}

export function modelRemoveCommand(): Command {
  return new Command('remove')
    .argument('<name>', 'registered name, with or without local/')
    .addOption(modelsOption())
    .action((name: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { entry, deleted } = removeLocalModel(options.models, name);
      const file = deleted ? 'deleted' : 'kept';
      terminal.print(`Removed ${LOCAL_PREFIX}${entry.name}; ${entry.file.path} ${file}.`);
      terminal.report({ removed: entry, deleted });
    });
}
