import { Command } from 'commander';
import { suitesSchema } from '../../../../board/wire.ts';
import type { AdminOptions } from '../../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../../arena/arena-connection.ts';
import { askArena } from '../../../arena/ask-arena.ts';
import { timestampText } from '../../../output/format-time.ts';
import { withGivenOptions } from '../../../output/given-options.ts';
import { table } from '../../../output/table.ts';
import { createTerminal } from '../../../output/terminal.ts';

export function adminSuiteListCommand(): Command {
  const command = new Command('list').description('list suites, newest first');
  return withSignedArenaOptions(command).action(async (options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const suites = await askArena(arena, { path: '/v1/public/suites', answer: suitesSchema, signed: true });
    const rows = suites.map((suite) => [
      suite.suite_id,
      suite.name,
      suite.problem_count,
      suite.is_public ? 'public' : 'private',
      timestampText(suite.created_at),
      suite.is_active ? 'active' : '',
    ]);
    terminal.print(
      rows.length === 0
        ? withGivenOptions('There is none yet: `assay admin suite create FILE`.')
        : table(['suite', 'name', 'problems', '', 'created', ''], rows),
    );
    terminal.report({ suites });
  });
}
