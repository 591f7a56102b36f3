import { Command } from 'commander';
import { evalCompareCommand } from './eval-compare.ts';
import { evalPlanCommand } from './eval-plan.ts';
import { evalReportCommand } from './eval-report.ts';
import { evalRunCommand } from './eval-run.ts';

export function evalCommand(): Command {
  return new Command('eval')
    .description('what a model is worth, with intervals')
    .helpCommand(false)
    .addCommand(evalRunCommand())
    .addCommand(evalCompareCommand())
    .addCommand(evalReportCommand())
    .addCommand(evalPlanCommand());
}
