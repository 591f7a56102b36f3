import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { evaluationReport, formatRate, loadMeasuredRun, reportPages } from '../../../evaluation/report.ts';
import { readPlan } from '../../../evaluation/sealed.ts';
import { replaceFile, SHARED_FILE } from '../../../store/files.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly out: string;
  readonly plan?: string;
  readonly json?: boolean;
}

export function evalReportCommand(): Command {
  return new Command('report')
    .argument('<runs...>', 'folders of runs')
    .option('--out <dir>', 'folder for report.html, report.md and report.json', path, 'report')
    .option('--plan <file>', 'compare the runs with this plan; exit code 1 if they deviate from it', path)
    .action(async (folders: string[], options: Options) => {
      const terminal = createTerminal(options.json === true);
      const plan = options.plan === undefined ? null : readPlan(options.plan);
      const report = evaluationReport(folders.map(loadMeasuredRun), plan);
      const { html, markdown } = reportPages(report);
      const write = (name: string, text: string): Promise<void> =>
        replaceFile(join(options.out, name), async (aside) => writeFileSync(aside, text), SHARED_FILE);
      await write('report.html', html);
      await write('report.md', markdown);
      await write('report.json', `${JSON.stringify(report, null, 2)}\n`);
      terminal.print(
        table(
          ['model', 'pass@1', 'greedy', 'pass@k', 'pass^k'],
          report.runs.map((run) => [
            run.label,
            formatRate(run.pass_at_1, { missing: run.missing.sampled }),
            formatRate(run.greedy, { missing: run.missing.greedy }),
            formatRate(run.at_k.at(-1)?.any ?? null, { missing: run.missing.sampled }),
            formatRate(run.at_k.at(-1)?.every ?? null, { missing: run.missing.sampled }),
          ]),
        ),
      );
      for (const caution of report.cautions) terminal.warn(caution);
      for (const finding of report.plan?.findings ?? []) terminal.warn(`Not as planned: ${finding}`);
      terminal.print(`\nReport: ${resolve(options.out, 'report.html')}`);
      terminal.report(report);
      if ((report.plan?.findings.length ?? 0) > 0) process.exitCode = 1;
    });
}
