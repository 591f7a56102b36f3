import { Command } from 'commander';
import { suitesSchema } from '../../../../arena/board/wire/suite-wire.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../../../arena/arena-connection.ts';
import { askArena } from '../../../arena/ask-arena.ts';
import { momentText } from '../../../output/say-time.ts';
import { table } from '../../../output/table.ts';
import { createTerminal } from '../../../output/terminal.ts';

export function adminSuiteListCommand(): Command {
  const command = new Command('list').description('the suites there are, the newest first');
  return withArenaOptions(command).action(async (options: ArenaOptions & { readonly json?: boolean }) => {
    const terminal = createTerminal(options.json === true);
    const suites = await askArena(openArena(options), { path: '/v1/public/suites', answer: suitesSchema });
    const rows = suites.map((suite) => [
      suite.suite_id,
      suite.name,
      suite.problem_count,
      suite.is_public ? 'public' : 'private',
      momentText(suite.created_at),
      suite.is_active ? 'active' : '',
    ]);
    terminal.say(
      rows.length === 0
        ? 'There is none yet: `assay admin suite create FILE`.'
        : table(['suite', 'name', 'problems', '', 'created', ''], rows),
    );
    terminal.report({ suites });
  });
}
