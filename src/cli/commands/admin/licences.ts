import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { adminLicencesSchema } from '../../../board/wire.ts';
import { replaceFile, SHARED_FILE } from '../../../store/files.ts';
import type { AdminOptions } from '../../arena/admin-act.ts';
import { openSignedArena, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options extends AdminOptions {
  readonly out?: string;
}

export function adminLicencesCommand(): Command {
  const command = new Command('licences').option('--out <file>', 'file to write', path);
  return withSignedArenaOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const arena = await openSignedArena(options);
    const answer = await askArena(arena, { path: '/v1/admin/licences', answer: adminLicencesSchema, signed: true });
    const all = Object.values(answer.licences);
    const counts = [...Map.groupBy(all, (licence) => licence)].map(([licence, files]) => [licence, files.length]);
    terminal.print(
      counts.length === 0 ? 'No contestant has chosen a licence yet.' : table(['licence', 'files'], counts),
    );
    if (options.out !== undefined) {
      const text = `${JSON.stringify(answer.licences, null, 2)}\n`;
      await replaceFile(options.out, async (aside) => writeFileSync(aside, text), SHARED_FILE);
      terminal.print(`\nWritten to ${options.out}.`);
    }
    terminal.report(answer);
  });
}
