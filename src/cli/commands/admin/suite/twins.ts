import { Command } from 'commander';
import { z } from 'zod';
import { problemToWire } from '../../../../problems/problem-wire.ts';
import { readProblemFile } from '../../../../problems/read-problem-file.ts';
import { counted } from '../../../../text/counted.ts';
import type { AdminOptions } from '../../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../../arena/arena-connection.ts';
import { askArena } from '../../../arena/ask-arena.ts';
import { wholeNumber } from '../../../options.ts';
import { createTerminal } from '../../../output/terminal.ts';

const addedSchema = z.object({ suite_id: z.int(), added: z.int(), other_class: z.int(), known: z.int() });

export function adminSuiteTwinsCommand(): Command {
  const command = new Command('twins')
    .description('add unpublished problems of the same difficulty; qualifying on the suite is compared with them')
    .argument('<suite>', 'number of the suite', wholeNumber(1, 2 ** 31 - 1))
    .argument('<file>', 'problems as JSON lines, made like those of the suite with another seed; keep them secret');
  return withSignedArenaOptions(command).action(async (suite: number, file: string, options: AdminOptions) => {
    const terminal = createTerminal(options.json === true);
    const problems = (await readProblemFile(file)).map(problemToWire);
    const arena = await openSignedArena(options);
    const path = `/v1/admin/suites/${suite}/twins`;
    const added = await askArena(arena, {
      method: 'POST',
      path,
      body: { problems },
      answer: addedSchema,
      signed: true,
    });
    const rest = [
      added.other_class > 0 && `${added.other_class} of another kind or difficulty`,
      added.known > 0 && `${added.known} known already or variants of public problems`,
    ].filter((text) => text !== false);
    const skipped = rest.length === 0 ? '' : ` Skipped: ${rest.join(', ')}.`;
    terminal.print(`Suite ${added.suite_id} has ${counted(added.added, 'twin')} more.${skipped}`);
    terminal.report(added);
  });
}
