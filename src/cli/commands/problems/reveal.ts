import { Command } from 'commander';
import { revealDraw } from '../../../problems/suites.ts';
import { shellWord } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bankOption } from '../../shared-options.ts';

interface Options {
  readonly out: string;
  readonly bank: string;
  readonly json?: boolean;
}

export function problemsRevealCommand(): Command {
  return new Command('reveal')
    .argument('<race>', 'name of the race')
    .requiredOption('--out <file>', 'file to write; it contains ids, categories and difficulties, no questions')
    .addOption(bankOption())
    .action(async (race: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const draw = await revealDraw({ folder: options.bank, race, out: options.out, now: () => new Date() });
      terminal.print(`${race}: ${draw.problem_ids.length} problems published in ${options.out}.`);
      terminal.print(
        `Check it with \`assay problems verify-draw ${shellWord(options.out)} --commitment ${draw.commitment}\`.`,
      );
      terminal.report({ race, file: options.out, commitment: draw.commitment, problem_ids: draw.problem_ids });
    });
}
