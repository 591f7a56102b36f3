import { Command } from 'commander';
import { z } from 'zod';
import { act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';
import { address } from '../../arena/arguments.ts';

const clearedSchema = z.object({ hotkey: z.string(), cleared: z.boolean() });

export function adminProfileCommand(): Command {
  const clear = new Command('clear')
    .description('remove the display name and the link of a hotkey')
    .argument('<hotkey>', 'address of the hotkey', address);
  return new Command('profile').helpCommand(false).addCommand(
    withReason(clear).action((hotkey: string, options: ReasonOptions) => {
      const path = `/v1/admin/profiles/${hotkey}/clear`;
      return act(options, { path, body: { reason: options.why }, answer: clearedSchema }, ({ cleared }) =>
        cleared ? `${hotkey} has no display name any more.` : `${hotkey} had no display name.`,
      );
    }),
  );
}
