import { Command } from 'commander';
import { z } from 'zod';
import { type AdminOptions, act } from '../../arena/admin-act.ts';
import { withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { address } from '../../arena/arguments.ts';
import { durationText } from '../../output/format-time.ts';

const clearedSchema = z.object({
  cleared: z.boolean(),
  hotkey: z.string(),
  seconds_remaining_was: z.int(),
  message: z.string(),
});

export function adminCooldownCommand(): Command {
  return new Command('cooldown').helpCommand(false).addCommand(clearCommand());
}

function clearCommand(): Command {
  const command = new Command('clear')
    .description('let a contestant submit again at once')
    .argument('<hotkey>', 'address of the contestant', address);
  return withSignedArenaOptions(command).action((hotkey: string, options: AdminOptions) => {
    const question = { path: `/v1/admin/miners/${hotkey}/clear-cooldown`, answer: clearedSchema };
    return act(options, question, ({ cleared, seconds_remaining_was: seconds }) =>
      cleared ? `${hotkey} can submit; ${durationText(seconds)} were left.` : `${hotkey} had no cooldown running.`,
    );
  });
}
