import { Command } from 'commander';
import { adminSuiteActivateCommand } from './activate.ts';
import { adminSuiteCreateCommand } from './create.ts';
import { adminSuiteListCommand } from './list.ts';
import { adminSuiteTwinsCommand } from './twins.ts';

export function adminSuiteCommand(): Command {
  return new Command('suite')
    .helpCommand(false)
    .addCommand(adminSuiteCreateCommand())
    .addCommand(adminSuiteActivateCommand())
    .addCommand(adminSuiteListCommand())
    .addCommand(adminSuiteTwinsCommand());
}
