import { Command } from 'commander';
import { changedOutcomes } from '../../../corpus/filter.ts';
import { readOutcomes } from '../../../corpus/pipeline.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

export function corpusMovesCommand(): Command {
  return new Command('moves')
    .argument('<before>', 'folder that `corpus filter` wrote')
    .argument('<after>', 'folder that it wrote with something changed')
    .action(async (before: string, after: string, options: { readonly json?: boolean }) => {
      const terminal = createTerminal(options.json === true);
      const moves = changedOutcomes(await readOutcomes(before), await readOutcomes(after));
      terminal.print(
        moves.length === 0
          ? 'Nothing moved.'
          : table(
              ['from', 'to', 'attempts', 'for example'],
              moves.map(({ from, to, attempts, examples }) => [from, to, attempts, examples[0]!]),
            ),
      );
      terminal.report({ moves });
    });
}
