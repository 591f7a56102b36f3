import { Command } from 'commander';
import { problemsAlarmsCommand } from './alarms.ts';
import { problemsAuditCommand } from './audit.ts';
import { problemsBankCommand } from './bank.ts';
import { problemsClustersCommand } from './clusters.ts';
import { problemsCorrectCommand } from './correct.ts';
import { problemsDisputeCommand } from './dispute.ts';
import { problemsDrawCommand } from './draw.ts';
import { problemsImportCommand } from './import.ts';
import { problemsRevealCommand } from './reveal.ts';
import { problemsSplitCommand } from './split.ts';
import { problemsSuiteCommand } from './suite.ts';
import { problemsSynthCommand } from './synth.ts';
import { problemsVerifyDrawCommand } from './verify-draw.ts';

export function problemsCommand(): Command {
  return new Command('problems')
    .description('make problems, find leaks, cut suites, draw races')
    .helpCommand(false)
    .addCommand(problemsSynthCommand())
    .addCommand(problemsImportCommand())
    .addCommand(problemsClustersCommand())
    .addCommand(problemsSplitCommand())
    .addCommand(problemsAuditCommand())
    .addCommand(problemsSuiteCommand())
    .addCommand(problemsBankCommand())
    .addCommand(problemsDrawCommand())
    .addCommand(problemsRevealCommand())
    .addCommand(problemsVerifyDrawCommand())
    .addCommand(problemsAlarmsCommand())
    .addCommand(problemsDisputeCommand())
    .addCommand(problemsCorrectCommand());
}
