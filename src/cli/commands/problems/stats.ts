import { Command } from 'commander';
import type { Problem } from '../../../problems/problem.ts';
import { byCategory, problemStatistics, type Statistic } from '../../../problems/problem-statistics.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly against?: readonly string[];
  readonly json?: boolean;
}

export function problemsStatsCommand(): Command {
  return new Command('stats')
    .argument('<file>', 'problems as JSON lines or one array', path)
    .option('--against <file...>', 'problems to compare with, such as the public benchmark')
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const ours = byCategory(await readProblemFile(file));
      const files = await Promise.all((options.against ?? []).map((other) => readProblemFile(other)));
      const theirs = byCategory(files.flat());
      const compared = options.against !== undefined;
      const categories = [...ours].map(([category, problems]) => ({
        category,
        statistics: problemStatistics(problems),
        ...(compared && { against: problemStatistics(theirs.get(category) ?? ([] as Problem[])) }),
      }));
      for (const { category, statistics, against } of categories) {
        const head = [category, 'this file', ...(compared ? ['against'] : [])];
        const rows = statistics.map((statistic, place) => [
          statistic.name,
          valueText(statistic),
          ...(against === undefined ? [] : [valueText(against[place]!)]),
        ]);
        terminal.print(`${table(head, rows)}\n`);
      }
      terminal.report({ categories });
    });
}

function valueText({ kind, value }: Statistic): string {
  if (value === undefined) return '–';
  if (kind === 'share') return `${(100 * value).toFixed(1)} %`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
