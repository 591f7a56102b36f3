import { Command } from 'commander';
import { verifyDraw } from '../../../problems/suites.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly commitment?: string;
  readonly json?: boolean;
}

export function problemsVerifyDrawCommand(): Command {
  return new Command('verify-draw')
    .argument('<file>', 'what `assay problems reveal` published')
    .option('--commitment <hash>', 'the commitment that was published before the race')
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { race, commitment, findings } = verifyDraw(file, options.commitment?.toLowerCase());
      if (findings.length > 0) {
        process.exitCode = 1;
        terminal.warn(`${file} does not verify:`);
        for (const finding of findings) terminal.warn(`  ${finding}`);
      } else {
        terminal.say(`The draw of ${race} verifies: ${commitment}`);
        // A file that was made up as a whole fits itself.
        if (options.commitment === undefined)
          terminal.say('Compare this with the commitment published before the race.');
      }
      terminal.report({ verified: findings.length === 0, race, commitment, findings });
    });
}
