import { Command } from 'commander';
import { racePinCommand, raceUnpinCommand } from './pin.ts';
import { raceReplayCommand } from './replay.ts';
import { raceShowCommand } from './show.ts';

export function raceCommand(): Command {
  return new Command('race')
    .description('the race of the day, past ones, and which of your versions races')
    .helpCommand(false)
    .addCommand(raceShowCommand(), { isDefault: true })
    .addCommand(racePinCommand())
    .addCommand(raceUnpinCommand())
    .addCommand(raceReplayCommand());
}
