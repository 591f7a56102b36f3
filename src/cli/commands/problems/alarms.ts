import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { type Alarm, DEFAULT_ALARM_THRESHOLDS, readResults, solveAlarms } from '../../../problems/suites.ts';
import { wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly minAttempts: number;
  readonly minAgents: number;
  readonly json?: boolean;
}

const MAX_SHOWN_BAD_LINES = 1_000;

export function problemsAlarmsCommand(): Command {
  const { minAttempts, minAgents } = DEFAULT_ALARM_THRESHOLDS;
  return new Command('alarms')
    .argument('<results>', 'JSON lines of {problem_id, agent_version_id, success}')
    .option('--min-attempts <n>', 'leave out problems with fewer attempts', wholeNumber(1, 1_000_000), minAttempts)
    .option('--min-agents <n>', 'leave out problems tried by fewer agents', wholeNumber(1, 1_000_000), minAgents)
    .action(async (file: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { results, badLines } = await readResults(file);
      for (const { line, reason } of badLines.slice(0, MAX_SHOWN_BAD_LINES)) terminal.warn(`line ${line}: ${reason}`);
      if (badLines.length > MAX_SHOWN_BAD_LINES) {
        terminal.warn(`… and ${badLines.length - MAX_SHOWN_BAD_LINES} more bad lines.`);
      }
      if (results.length === 0) {
        throw new Fault('INPUT_INVALID', {
          message: `${file} has no usable result.`,
          remedy: 'Give a file with one {"problem_id", "agent_version_id", "success"} per line.',
        });
      }
      const { neverSolved, alwaysSolved, problems } = solveAlarms(results, options);
      const rows = [...alarmRows('never solved', neverSolved), ...alarmRows('always solved', alwaysSolved)];
      if (rows.length > 0) terminal.print(table(['alarm', 'problem', 'attempts', 'agents'], rows));
      terminal.print(
        `${results.length} results on ${problems} problems: ${neverSolved.length} never solved, ${alwaysSolved.length} always solved.`,
      );
      terminal.report({
        results: results.length,
        problems,
        never_solved: neverSolved.map(alarmDocument),
        always_solved: alwaysSolved.map(alarmDocument),
        bad_lines: badLines.slice(0, MAX_SHOWN_BAD_LINES),
        skipped: badLines.length,
      });
    });
}

function alarmRows(kind: string, alarms: readonly Alarm[]): (string | number)[][] {
  return alarms.map(({ problemId, attempts, agents }) => [kind, problemId, attempts, agents]);
}

function alarmDocument({ problemId, attempts, agents }: Alarm): Record<string, unknown> {
  return { problem_id: problemId, attempts, agents };
}
