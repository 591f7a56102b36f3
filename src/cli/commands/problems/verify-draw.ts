import { Command } from 'commander';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { problemDigest, readDraw, verifyDraw } from '../../../problems/suites.ts';
import { openArena } from '../../arena/arena-connection.ts';
import { checkPublicDraw, DRAW_EVENTS } from '../../arena/check-public-draw.ts';
import { readPublicLedger } from '../../arena/read-public-ledger.ts';
import { collect } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { chosenArenaOption } from '../../shared-options.ts';

interface Options {
  readonly commitment?: string;
  readonly arenaUrl?: string;
  readonly problems: readonly string[];
  readonly json?: boolean;
}

export function problemsVerifyDrawCommand(): Command {
  return new Command('verify-draw')
    .argument('<file>', 'file written by `assay problems reveal`')
    .option('--commitment <hash>', 'the commitment that was published before the race')
    .addOption(
      chosenArenaOption('arena whose public ledger has commitment and beacon; their signatures are checked too'),
    )
    .option(
      '--problems <file>',
      'problems that were seen in the race: their content must match the commitment',
      collect,
      [],
    )
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const published = await publishedDraw(file, options.arenaUrl);
      const given = options.commitment?.toLowerCase();
      const known = (await Promise.all(options.problems.map((path) => readProblemFile(path)))).flat();
      const digests = new Map(known.map((problem) => [problem.id, problemDigest(problem)]));
      const verified = verifyDraw(file, { commitment: given ?? published?.commitment, digests });
      const findings = [...verified.findings, ...(published?.findings ?? [])];
      if (given !== undefined && published?.commitment !== undefined && given !== published.commitment) {
        findings.push(`commitment: the arena published ${published.commitment}, given was ${given}`);
      }
      // A completely forged file is consistent with itself, so without a commitment from elsewhere it proves nothing.
      if (given === undefined && published?.commitment === undefined) {
        findings.push(
          options.arenaUrl === undefined
            ? 'not confirmed: give the commitment published before the race with --commitment, or its arena with --arena-url'
            : 'not confirmed: the arena published no commitment for this race',
        );
      }
      const { race, commitment, covers } = verified;
      if (findings.length > 0) {
        process.exitCode = 1;
        terminal.warn(`${file} does not verify:`);
        for (const finding of findings) terminal.warn(`  ${finding}`);
      } else {
        terminal.print(`The draw of ${race} verifies: ${commitment}`);
        for (const remark of covers) terminal.print(remark);
      }
      terminal.report({ verified: findings.length === 0, race, commitment, findings, remarks: covers });
    });
}

async function publishedDraw(file: string, url: string | undefined) {
  if (url === undefined) return undefined;
  const read = readDraw(file);
  if (!read.ok) return undefined;
  const events = await readPublicLedger(openArena({ arenaUrl: url }), DRAW_EVENTS);
  return checkPublicDraw(read.draw, events);
}
