import { Command } from 'commander';
import { evalCompareCommand } from './compare.ts';
import { evalPlanCommand } from './plan.ts';
import { evalReportCommand } from './report.ts';
import { evalRunCommand } from './run.ts';

export function evalCommand(): Command {
  return new Command('eval')
    .description('what a model is worth, with intervals')
    .helpCommand(false)
    .addCommand(evalRunCommand())
    .addCommand(evalCompareCommand())
    .addCommand(evalReportCommand())
    .addCommand(evalPlanCommand());
}
