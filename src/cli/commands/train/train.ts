import { Command } from 'commander';
import { trainAblationCommand } from './ablation.ts';
import { trainArmsCommand } from './arms.ts';
import { trainExportCommand } from './export.ts';
import { trainHarnessCommand } from './harness.ts';
import { trainRunCommand } from './run.ts';
import { trainWeightsCommand } from './weights.ts';

export function trainCommand(): Command {
  return new Command('train')
    .description('train a small model on a corpus: five stages, each measured')
    .helpCommand(false)
    .addCommand(trainRunCommand())
    .addCommand(trainAblationCommand())
    .addCommand(trainArmsCommand())
    .addCommand(trainWeightsCommand())
    .addCommand(trainExportCommand())
    .addCommand(trainHarnessCommand());
}
