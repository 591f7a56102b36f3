import { Command } from 'commander';
import { problemsAlarmsCommand } from './problems-alarms.ts';
import { problemsAuditCommand } from './problems-audit.ts';
import { problemsBankCommand } from './problems-bank.ts';
import { problemsClustersCommand } from './problems-clusters.ts';
import { problemsCorrectCommand } from './problems-correct.ts';
import { problemsDisputeCommand } from './problems-dispute.ts';
import { problemsDrawCommand } from './problems-draw.ts';
import { problemsImportCommand } from './problems-import.ts';
import { problemsRevealCommand } from './problems-reveal.ts';
import { problemsSplitCommand } from './problems-split.ts';
import { problemsSuiteCommand } from './problems-suite.ts';
import { problemsSynthCommand } from './problems-synth.ts';
import { problemsVerifyDrawCommand } from './problems-verify-draw.ts';

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
