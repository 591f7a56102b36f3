import { Command } from 'commander';
import { sandboxDoctorCommand } from './doctor.ts';

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description('where agents run: find out whether it holds')
    .helpCommand(false)
    .addCommand(sandboxDoctorCommand());
}
