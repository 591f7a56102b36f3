import { Argument, Command } from 'commander';
import { z } from 'zod';
import {
  act,
  type OptionalReasonOptions,
  type ReasonOptions,
  withOptionalReason,
  withReason,
} from '../../arena/admin-act.ts';
import { address } from '../../arena/arguments.ts';

type Role = 'miner' | 'validator';

const banSchema = z.object({ hotkey: z.string(), is_banned: z.boolean() });

function withRoleAndHotkey(command: Command): Command {
  return command
    .addArgument(
      new Argument('<role>', 'role of the hotkey; a banned contestant may still validate').choices([
        'miner',
        'validator',
      ]),
    )
    .argument('<hotkey>', 'address of the hotkey', address);
}

export function adminBanCommand(): Command {
  const command = withRoleAndHotkey(new Command('ban'));
  return withReason(command).action((role: Role, hotkey: string, options: ReasonOptions) => {
    const question = { path: `/v1/admin/${role}s/${hotkey}/ban`, body: { reason: options.why }, answer: banSchema };
    return act(options, question, () => `${hotkey} is banned as a ${role}.`);
  });
}

export function adminUnbanCommand(): Command {
  const command = withRoleAndHotkey(new Command('unban'));
  return withOptionalReason(command).action((role: Role, hotkey: string, options: OptionalReasonOptions) => {
    const body = { reason: options.why };
    const question = { path: `/v1/admin/${role}s/${hotkey}/unban`, body, answer: banSchema };
    return act(options, question, () => `${hotkey} may act as a ${role} again.`);
  });
}
