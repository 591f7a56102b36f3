import { Command } from 'commander';
import { judgeReportCommand } from './report.ts';

export function judgeCommand(): Command {
  return new Command('judge')
    .description('what the judges of reasoning are worth')
    .helpCommand(false)
    .addCommand(judgeReportCommand());
}
