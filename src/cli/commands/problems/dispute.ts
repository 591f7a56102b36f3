import { join } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { loadOrCreateHotkey } from '../../../identity/hotkey-file.ts';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER, loadSuite, openBank, problemDigest, readBank } from '../../../problems/suites.ts';
import { recordDispute } from '../../../verdict/rescore.ts';
import { path } from '../../options.ts';
import { shellWord } from '../../output/given-options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { dataOption } from '../../shared-options.ts';

interface Options {
  readonly why: string;
  readonly problems?: string;
  readonly bank?: string | true;
  readonly data: string;
  readonly json?: boolean;
}

export function problemsDisputeCommand(): Command {
  return new Command('dispute')
    .argument('<problem>', 'id of the problem')
    .requiredOption('--why <text>', 'what is wrong with it')
    .option('--problems <file>', 'problems as JSON lines, among them this one', path)
    .option('--bank [dir]', `folder of the bank that has it (${DEFAULT_BANK_FOLDER})`)
    .addOption(dataOption('folder of the attempts, and of the key that signs'))
    .action(async (problemId: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const problem = await findProblem(problemId, options);
      const event = {
        kind: 'disputed',
        problem_id: problem.id,
        problem_digest: problemDigest(problem),
        reason: options.why,
      } as const;
      const hotkey = loadOrCreateHotkey(join(options.data, 'wallets'));
      const record = await recordDispute(options.data, event, { time: new Date(), hotkey });
      terminal.print(`Problem ${problem.id} is disputed (${record.time}, by ${record.hotkey}).`);
      terminal.print(
        `\nOnce its key is corrected: assay problems correct CORRECTED --problems OLD --data ${shellWord(options.data)}`,
      );
      terminal.report(record);
    });
}

async function findProblem(id: string, { problems: file, bank }: Options): Promise<Problem> {
  if ((file === undefined) === (bank === undefined)) {
    throw new Fault('USAGE', { message: 'Give --problems or --bank to say where the problem is stored.' });
  }
  const problems = file !== undefined ? await readProblemFile(file) : await problemsOfBank(bank as string | true);
  const found = problems.find((problem) => problem.id === id);
  if (found !== undefined) return found;
  throw new Fault('INPUT_INVALID', {
    message: `There is no problem ${id} among the ${problems.length} of ${file ?? 'the bank'}.`,
    remedy: 'Give the full problem_id.',
  });
}

/** The problems that races are drawn from, and those of every suite. */
async function problemsOfBank(bank: string | true): Promise<readonly Problem[]> {
  const folder = bank === true ? DEFAULT_BANK_FOLDER : bank;
  const { state } = await openBank(folder);
  const { problems } = await readBank(folder, state);
  const suites = [...state.suites.keys()].flatMap((id) => loadSuite(folder, id).problems);
  return [...Array.from(problems.values(), ({ problem }) => problem), ...suites];
}
