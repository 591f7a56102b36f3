import { Command } from 'commander';
import { stuckSchema } from '../../../board/wire.ts';
import type { AdminOptions } from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { wholeNumber } from '../../options.ts';
import { timestampText } from '../../output/format-time.ts';
import { withGivenOptions } from '../../output/given-options.ts';
import { shortIds } from '../../output/short-ids.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

const MINUTE = 60;
const MOST_MINUTES = 525_600;

export function adminStuckCommand(): Command {
  const command = new Command('stuck').option(
    '--minutes <n>',
    'minimum waiting time of queued work, in minutes',
    wholeNumber(0, MOST_MINUTES),
    60,
  );
  return withSignedArenaOptions(command).action(async (options: AdminOptions & { readonly minutes: number }) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const query = { older_than_seconds: options.minutes * MINUTE };
    const answer = await askArena(arena, { path: '/v1/admin/stuck', query, answer: stuckSchema, signed: true });
    if (answer.stuck.length === 0) terminal.print('Nothing is stuck.');
    else {
      const short = shortIds(answer.stuck.map(({ id }) => id));
      const rows = answer.stuck.map(({ kind, id, since, why, action }) => [
        kind,
        short(id),
        since === null ? '–' : timestampText(since),
        why,
        withGivenOptions(action),
      ]);
      terminal.print(table(['what', 'id', 'since', 'why', 'what to do'], rows));
    }
    terminal.report(answer);
  });
}
