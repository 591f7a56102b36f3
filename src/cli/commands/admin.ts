import { Command } from 'commander';
import { adminBanCommand, adminUnbanCommand } from './admin-ban.ts';
import { adminCooldownCommand } from './admin-cooldown.ts';
import { adminCopiesCommand } from './admin-copies.ts';
import { adminEventsCommand } from './admin-events.ts';
import { adminFlaggedCommand } from './admin-flagged.ts';
import { adminLicencesCommand } from './admin-licences.ts';
import { adminMinersCommand } from './admin-miners.ts';
import { adminRaceCommand } from './admin-race.ts';
import { adminRunCommand } from './admin-run.ts';
import { adminRunsCommand } from './admin-runs.ts';
import { adminStakeCommand } from './admin-stake.ts';
import { adminReleaseCommand, adminStopCommand, adminStopsCommand } from './admin-stop.ts';
import { adminSuiteCommand } from './admin-suite.ts';
import { adminValidatorCommand } from './admin-validator.ts';
import { adminValidatorsCommand } from './admin-validators.ts';
import { adminVersionCommand } from './admin-version.ts';
import { adminVersionsCommand } from './admin-versions.ts';

export function adminCommand(): Command {
  return new Command('admin')
    .description('what an operator does in an arena; every act stands in its public ledger')
    .helpCommand(false)
    .addCommand(adminSuiteCommand())
    .addCommand(adminStopCommand())
    .addCommand(adminReleaseCommand())
    .addCommand(adminStopsCommand())
    .addCommand(adminBanCommand())
    .addCommand(adminUnbanCommand())
    .addCommand(adminVersionCommand())
    .addCommand(adminRunCommand())
    .addCommand(adminRaceCommand())
    .addCommand(adminValidatorCommand())
    .addCommand(adminStakeCommand())
    .addCommand(adminCooldownCommand())
    .addCommand(adminFlaggedCommand())
    .addCommand(adminCopiesCommand())
    .addCommand(adminVersionsCommand())
    .addCommand(adminLicencesCommand())
    .addCommand(adminRunsCommand())
    .addCommand(adminMinersCommand())
    .addCommand(adminValidatorsCommand())
    .addCommand(adminEventsCommand());
}
