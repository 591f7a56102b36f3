import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { EmbeddedSearch } from '../../../market/search.ts';
import { FLOORS, type Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { writeProblems } from '../../../problems/write-problems.ts';
import { ProblemMeter } from '../../measure-problem.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { marketOption } from '../../shared-options.ts';

interface Options {
  readonly market: string;
  readonly out: string;
  readonly json?: boolean;
}

export function problemsMeasureCommand(): Command {
  return new Command('measure')
    .argument('<file>', 'problems as JSON lines or one array', path)
    .requiredOption('--out <file>', 'JSON lines to write, with the measurements', path)
    .addOption(marketOption())
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const problems = await readProblemFile(file);
      const search = EmbeddedSearch.open(existingIndexPath(options.market));
      const measured: Problem[] = [];
      try {
        const meter = new ProblemMeter(search);
        for (const problem of problems) {
          measured.push(await meter.measure(problem));
          terminal.progress.update('measuring', measured.length, problems.length);
        }
      } finally {
        await search.close();
      }
      terminal.progress.done();
      await writeProblems(options.out, measured);
      const floors = FLOORS.map((floor) => ({
        solver: `${floor} (no model)`,
        solved: measured.filter(({ measure }) => measure!.solvedBy!.includes(floor)).length,
      }));
      const expert = {
        solver: 'house/expert (simulated)',
        solved: measured.filter(({ measure }) => measure!.expert).length,
      };
      const solvers = [...floors, expert];
      const rows = solvers.map(({ solver, solved }) => [
        solver,
        `${solved} of ${measured.length}`,
        `${((100 * solved) / Math.max(1, measured.length)).toFixed(1)} %`,
      ]);
      terminal.print(table(['solver', 'solves', 'share'], rows));
      terminal.report({ file: options.out, problems: measured.length, solvers });
    });
}
