import { Command } from 'commander';
import { adminBanCommand, adminUnbanCommand } from './ban.ts';
import { adminCooldownCommand } from './cooldown.ts';
import { adminCopiesCommand } from './copies.ts';
import { adminEventsCommand } from './events.ts';
import { adminFlaggedCommand } from './flagged.ts';
import { adminLicencesCommand } from './licences.ts';
import { adminMinersCommand } from './miners.ts';
import { adminRaceCommand } from './race.ts';
import { adminRunCommand } from './run.ts';
import { adminRunsCommand } from './runs.ts';
import { adminStakeCommand } from './stake.ts';
import { adminReleaseCommand, adminStopCommand, adminStopsCommand } from './stop.ts';
import { adminSuiteCommand } from './suite/suite.ts';
import { adminValidatorCommand } from './validator.ts';
import { adminValidatorsCommand } from './validators.ts';
import { adminVersionCommand } from './version.ts';
import { adminVersionsCommand } from './versions.ts';

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
