import { Command, Option } from 'commander';
import { writeHarborTasks } from '../../../environment/harbor-tasks.ts';
import { heldOutName, readOpenings } from '../../../evaluation/sealed.ts';
import { type EvaluationSuite, openSuite } from '../../../evaluation/suites.ts';
import { Fault } from '../../../fault/fault.ts';
import { path, wholeNumber } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bankOption, ledgerOption } from '../../shared-options.ts';

interface Options {
  readonly format: 'harbor';
  readonly out: string;
  readonly limit?: number;
  readonly bank: string;
  readonly ledger: string;
  readonly json?: boolean;
}

export function problemsExportCommand(): Command {
  return new Command('export')
    .argument('<suite>', 'folder of a suite, file of problems, or suite of the bank; never a held-out one', path)
    .addOption(
      new Option('--format <name>', 'harbor: a folder for each task').choices(['harbor']).makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'new folder for the tasks', path)
    .option('--limit <n>', 'only the first n problems', wholeNumber(1, 1_000_000))
    .addOption(bankOption('folder of the bank, for suites that are named by it'))
    .addOption(ledgerOption())
    .action(async (wanted: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const suite = await openSuite(wanted, options.bank);
      requireOpen(suite, options.ledger);
      const { name, problems } = suite;
      const tasks = writeHarborTasks(options.out, { name, problems: problems.slice(0, options.limit) });
      terminal.print(`${tasks.length} tasks of ${name} written to ${options.out}.`);
      terminal.print(
        'They contain no answers: `assay env serve` grades them, and must serve this suite while they run.',
      );
      terminal.report({ format: options.format, suite: name, out: options.out, tasks });
    });
}

/** A request that was exported to a folder is public, with or without its answer. */
function requireOpen({ name, kind, problems }: EvaluationSuite, ledger: string): void {
  const ids = problems.map(({ id }) => id);
  const heldOut = kind === 'heldout' ? name : heldOutName(ids, readOpenings(ledger));
  if (heldOut === undefined) return;
  throw new Fault('PROBLEM_SEALED', {
    message: `${name} contains problems of ${heldOut}, which is held out and is not exported.`,
    remedy: 'Export a train or dev suite such as suites/dev-75.',
  });
}
