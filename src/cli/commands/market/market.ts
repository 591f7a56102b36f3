import { Command } from 'commander';
import { marketBuildCommand } from './build.ts';
import { marketImportCommand } from './import.ts';
import { marketSearchCommand } from './search.ts';
import { marketServeCommand } from './serve.ts';
import { marketStatsCommand } from './stats.ts';

export function marketCommand(): Command {
  return new Command('market')
    .description('make, load, inspect and serve a catalogue')
    .helpCommand(false)
    .addCommand(marketBuildCommand())
    .addCommand(marketImportCommand())
    .addCommand(marketStatsCommand())
    .addCommand(marketSearchCommand())
    .addCommand(marketServeCommand());
}
