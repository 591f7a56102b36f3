import { Command } from 'commander';
import { marketBuildCommand } from './market-build.ts';
import { marketImportCommand } from './market-import.ts';
import { marketSearchCommand } from './market-search.ts';
import { marketServeCommand } from './market-serve.ts';
import { marketStatsCommand } from './market-stats.ts';

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
