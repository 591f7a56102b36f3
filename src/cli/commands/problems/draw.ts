import { Command } from 'commander';
import { commitDraw } from '../../../problems/suites.ts';
import { wholeNumber } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bankOption } from '../../shared-options.ts';

interface Options {
  readonly size: number;
  readonly bank: string;
  readonly json?: boolean;
}

export function problemsDrawCommand(): Command {
  return new Command('draw')
    .argument('<race>', 'name of the race')
    .option('--size <n>', 'number of problems', wholeNumber(1, 100_000), 90)
    .addOption(bankOption())
    .action(async (race: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const drawn = await commitDraw({ folder: options.bank, race, size: options.size, now: () => new Date() });
      const { commitment, size, poolSize, lost } = drawn;
      for (const { race: other, reason } of lost) terminal.warn(`What race ${other} drew was not counted: ${reason}.`);
      terminal.say(`Drew ${size} of ${poolSize} problems for ${race}. Publish this commitment before the race:`);
      terminal.say(commitment);
      terminal.report({ race, commitment, size, pool_size: poolSize });
    });
}
