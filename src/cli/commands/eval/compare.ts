import { Command } from 'commander';
import {
  compareRuns,
  type JudgedComparison,
  judgePairs,
  LEVEL,
  loadMeasuredRun,
  percent,
  sayDifference,
  sayInterval,
  sayProbability,
} from '../../../evaluation/report.ts';
import { Fault } from '../../../fault/fault.ts';
import { oneLine } from '../../output/say-line.ts';
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
        throw new Fault('USAGE', { message: 'Both folders hold the same run.', remedy: 'Name two runs.' });
      }
      // Two runs of one model may have one label; here they are told apart by their places.
      const named = left.run.label === right.run.label;
      const other = named ? { ...right, run: { ...right.run, label: `${right.run.label} (right)` } } : right;
      compareRuns(left, other);
      const [comparison] = judgePairs([left, other], null);
      say(comparison!, terminal);
      terminal.report(comparison);
    });
}

function say(comparison: JudgedComparison, terminal: Terminal): void {
  const { sampled, greedy } = comparison;
  const [left, right] = [oneLine(comparison.left), oneLine(comparison.right)];
  const rows: (readonly [string, string])[] = [];
  if (sampled !== null) {
    rows.push(
      ['pass@1, left minus right, points', `${sayDifference(sampled.difference)} ${sayInterval(sampled.interval)}`],
      ['sign-flip permutation, exact, p', sayProbability(sampled.probability)],
      ['problem-level t, p', sayProbability(sampled.t_probability)],
      ['found four times in five from', sampled.detectable === null ? '–' : `${percent(sampled.detectable)} points on`],
    );
  }
  if (greedy !== null) {
    rows.push(
      ['greedy, solved by left alone / right alone', `${greedy.only_left} / ${greedy.only_right}`],
      ['McNemar exact / mid-p', `${sayProbability(greedy.exact)} / ${sayProbability(greedy.mid_p)}`],
    );
  }
  terminal.say(`${left} against ${right}, ${comparison.problems} problems in ${comparison.clusters} leak clusters\n`);
  terminal.say(table(['', ''], rows));
  if (!comparison.same_seeds)
    terminal.warn('The runs have different seeds or numbers of samples: paired by problem, not by luck.');
  if (sampled === null) terminal.say('\nSome problem has no sample on one side; nothing can be said yet.');
  else if (comparison.different) terminal.say(`\nDifferent: p is below ${LEVEL}.`);
  else terminal.say('\nNo significant difference. This does not prove that they are equal.');
}
