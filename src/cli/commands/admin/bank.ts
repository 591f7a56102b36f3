import { Command } from 'commander';
import { adminBankSchema } from '../../../board/wire.ts';
import type { AdminOptions } from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { oneLine } from '../../output/format-line.ts';
import { createTerminal } from '../../output/terminal.ts';

export function adminBankCommand(): Command {
  return withSignedArenaOptions(new Command('bank')).action(async (options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const bank = await askArena(arena, { path: '/v1/admin/bank', answer: adminBankSchema, signed: true });
    if (!bank.exists)
      terminal.print('The arena has no problem bank: `assay problems bank add FILE --bank DIR` makes one.');
    else {
      const { problems, drawable, resting = 0, rest_races = 0, races_left, retire_after_draws } = bank;
      terminal.print(
        `${problems} problems, ${drawable} drawable (${resting} of them paused after a recent draw): enough for ${races_left} races.`,
      );
      terminal.print(
        `A problem is paused for ${rest_races} races after a draw and retired after ${retire_after_draws} draws.`,
      );
    }
    for (const warning of bank.warnings) terminal.warn(oneLine(warning));
    terminal.report(bank);
  });
}
