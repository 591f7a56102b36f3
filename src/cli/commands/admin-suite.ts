import { Command } from 'commander';
import { adminSuiteActivateCommand } from './admin-suite-activate.ts';
import { adminSuiteCreateCommand } from './admin-suite-create.ts';
import { adminSuiteListCommand } from './admin-suite-list.ts';

export function adminSuiteCommand(): Command {
  return new Command('suite')
    .description('the problems that versions qualify on')
    .helpCommand(false)
    .addCommand(adminSuiteCreateCommand())
    .addCommand(adminSuiteActivateCommand())
    .addCommand(adminSuiteListCommand());
}
