import { Command } from 'commander';
import { z } from 'zod';
import { act, type OptionalReasonOptions, withOptionalReason } from '../../arena/admin-act.ts';
import { address } from '../../arena/arguments.ts';
import { wholeNumber } from '../../options.ts';

const updatedSchema = z.looseObject({
  hotkey: z.string(),
  name: z.string().nullable(),
  max_concurrent_runs: z.int(),
});

export function adminValidatorCommand(): Command {
  return new Command('validator').helpCommand(false).addCommand(limitCommand()).addCommand(nameCommand());
}

function limitCommand(): Command {
  const command = new Command('limit')
    .description('set how many runs a validator may hold at once')
    .argument('<hotkey>', 'address of the validator', address)
    .argument('<runs>', 'number of runs, 1 to 16', wholeNumber(1, 16));
  return withOptionalReason(command).action((hotkey: string, runs: number, options: OptionalReasonOptions) => {
    const body = { max_concurrent_runs: runs, reason: options.why };
    const question = { method: 'PATCH', path: `/v1/admin/validators/${hotkey}`, body, answer: updatedSchema } as const;
    return act(options, question, (answer) => `${hotkey} may hold ${answer.max_concurrent_runs} runs at once.`);
  });
}

function nameCommand(): Command {
  const command = new Command('name')
    .description('set the name that pages and lists show for a validator; without a name, remove it')
    .argument('<hotkey>', 'address of the validator', address)
    .argument('[name]', 'up to 40 letters, digits, spaces, -, _ and .');
  return withOptionalReason(command).action(
    (hotkey: string, name: string | undefined, options: OptionalReasonOptions) => {
      const body = { name: name ?? null, reason: options.why };
      const path = `/v1/admin/validators/${hotkey}`;
      return act(options, { method: 'PATCH', path, body, answer: updatedSchema }, (answer) =>
        answer.name === null ? `${hotkey} has no name.` : `${hotkey} is called ${answer.name}.`,
      );
    },
  );
}
