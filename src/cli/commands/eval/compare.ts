import { Command } from 'commander';
import {
  compareRuns,
  formatDifference,
  formatInterval,
  formatProbability,
  type JudgedComparison,
  judgePairs,
  LEVEL,
  loadMeasuredRun,
  percent,
} from '../../../evaluation/report.ts';
import { Fault } from '../../../fault/fault.ts';
import { oneLine } from '../../output/format-line.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';

interface Options {
  readonly json?: boolean;
}

export function evalCompareCommand(): Command {
  return new Command('compare')
    .argument('<left>', 'folder of a run')
    .argument('<right>', 'folder of another')
    .action((leftFolder: string, rightFolder: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const [left, right] = [loadMeasuredRun(leftFolder), loadMeasuredRun(rightFolder)];
      if (left.run.run_id === right.run.run_id) {
        throw new Fault('USAGE', { message: 'Both folders contain the same run.', remedy: 'Name two runs.' });
      }
      // Two runs of one model may have the same label; the second is then marked by its position.
      const named = left.run.label === right.run.label;
      const other = named ? { ...right, run: { ...right.run, label: `${right.run.label} (right)` } } : right;
      compareRuns(left, other);
      const [comparison] = judgePairs([left, other], null);
      print(comparison!, terminal);
      terminal.report(comparison);
    });
}

function print(comparison: JudgedComparison, terminal: Terminal): void {
  const { sampled, greedy } = comparison;
  const [left, right] = [oneLine(comparison.left), oneLine(comparison.right)];
  const rows: (readonly [string, string])[] = [];
  if (sampled !== null) {
    rows.push(
      [
        'pass@1, left minus right, points',
        `${formatDifference(sampled.difference)} ${formatInterval(sampled.interval)}`,
      ],
      ['sign-flip permutation, exact, p', formatProbability(sampled.probability)],
      ['problem-level t, p', formatProbability(sampled.t_probability)],
      ['detectable with 80 % power, points', sampled.detectable === null ? '–' : percent(sampled.detectable)],
    );
  }
  if (greedy !== null) {
    rows.push(
      ['greedy, solved by left alone / right alone', `${greedy.only_left} / ${greedy.only_right}`],
      ['McNemar exact / mid-p', `${formatProbability(greedy.exact)} / ${formatProbability(greedy.mid_p)}`],
    );
  }
  terminal.print(`${left} against ${right}, ${comparison.problems} problems in ${comparison.clusters} leak clusters\n`);
  terminal.print(table(['', ''], rows));
  if (!comparison.same_seeds)
    terminal.warn('The runs have different seeds or numbers of samples: paired by problem only, not by seed.');
  if (sampled === null) terminal.print('\nA problem has no sample in one of the runs, so they cannot be compared yet.');
  else if (comparison.different) terminal.print(`\nDifferent: p is below ${LEVEL}.`);
  else terminal.print('\nNo significant difference. This does not prove that they are equal.');
}
