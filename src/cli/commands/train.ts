import { Command } from 'commander';
import { trainAblationCommand } from './train-ablation.ts';
import { trainArmsCommand } from './train-arms.ts';
import { trainExportCommand } from './train-export.ts';
import { trainHarnessCommand } from './train-harness.ts';
import { trainRunCommand } from './train-run.ts';
import { trainWeightsCommand } from './train-weights.ts';

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
