import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import {
  evaluationReport,
  formatDifference,
  formatInterval,
  formatProbability,
  percent,
  reportPages,
} from '../../../evaluation/report.ts';
import type { SeededEstimate } from '../../../statistics/student-t.ts';
import { replaceFile, SHARED_FILE } from '../../../store/files.ts';
import {
  type ArmPart,
  type ArmResults,
  armResults,
  armsPlot,
  MEASURES,
  type MeasuredArm,
  type Rate,
  readArms,
  readQuestions,
} from '../../../training/ablation.ts';
import { writeMark } from '../../../training/run.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';

interface Options {
  readonly out?: string;
  readonly temperature?: number;
  readonly json?: boolean;
}

export function trainArmsCommand(): Command {
  return new Command('arms')
    .argument('<folder>', 'folder of the experiment: ARM/seed-N or ARM, base, floors/NAME')
    .option(
      '--out <dir>',
      'folder for arms.json, arms.svg, ablations.json and the report (default: the folder itself)',
      path,
    )
    .option('--temperature <t>', 'temperature of the sampled episodes (default: the planned one)', temperature)
    .action(async (folder: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const out = options.out ?? folder;
      const { arms, trainings, unfinished, temperature: sampledAt } = readArms(folder, options.temperature);
      const results = armResults(arms, readQuestions(folder));
      await writeReport(arms, out);
      const plot = armsPlot(results, 'pass@1');
      await replaceFile(join(out, 'arms.svg'), async (aside) => writeFileSync(aside, plot), SHARED_FILE);
      await writeMark(join(out, 'ablations.json'), results.ablations);
      const document = { temperature: sampledAt, ...results, trainings, unfinished };
      await writeMark(join(out, 'arms.json'), document);
      terminal.print(`pass@1 at temperature ${sampledAt}, per cent, 95 % intervals over problems and seeds.\n`);
      printArms(results, terminal);
      printComparisons(results, terminal);
      for (const [left, right] of results.unanswered)
        terminal.print(`Not answered: ${left} against ${right} (an arm is not measured).`);
      if (unfinished.length > 0)
        terminal.warn(
          `Left out: ${unfinished.map(({ label, seed, missing }) => `${label}${seed === '' ? '' : ` seed ${seed}`} (${missing} not finished)`).join(', ')}.`,
        );
      terminal.report(document);
    });
}

/** The evaluation page contains one run per arm, that of the first seed. */
async function writeReport(arms: readonly MeasuredArm[], out: string): Promise<void> {
  const first = arms.flatMap(({ label, runs }) => {
    const measured = runs['pass@1'][0];
    return measured === undefined ? [] : [{ ...measured, run: { ...measured.run, label } }];
  });
  const { html, markdown } = reportPages(evaluationReport(first, null));
  await replaceFile(join(out, 'report.html'), async (aside) => writeFileSync(aside, html), SHARED_FILE);
  await replaceFile(join(out, 'report.md'), async (aside) => writeFileSync(aside, markdown), SHARED_FILE);
}

function printArms({ arms }: ArmResults, terminal: Terminal): void {
  for (const measure of MEASURES) {
    const rows = arms.filter((row) => row.measure === measure);
    if (rows.length === 0) continue;
    const parts = [...new Set(rows.flatMap((row) => row.parts.map(({ part }) => part)))];
    terminal.print(
      table(
        [measure, 'seeds', 'problems', ...parts, 'each seed'],
        rows.map((row) => [
          row.label,
          row.seeds,
          row.parts[0]!.problems,
          ...parts.map((part) => formatPart(row.parts.find((each) => each.part === part))),
          row.by_seed.map(percent).join(' '),
        ]),
      ),
    );
    terminal.print();
  }
}

function printComparisons({ arms, comparisons }: ArmResults, terminal: Terminal): void {
  const parts = [...new Set(comparisons.flatMap((each) => each.parts.map(({ part }) => part)))];
  terminal.print(
    table(
      ['left against right', 'measure', 'points', 'p', 'p by Holm', '', ...parts.slice(1)],
      comparisons.map(({ left, right, measure, parts: of, corrected, different, plan }) => [
        `${left} against ${right}`,
        measure,
        formatPoints(of[0]),
        of[0]?.estimate == null ? '–' : formatProbability(of[0].estimate.probability),
        formatProbability(corrected),
        plan === null ? 'exploratory' : `${plan} plan: ${different ? 'different' : 'not shown to differ'}`,
        ...parts.slice(1).map((part) => formatPoints(of.find((each) => each.part === part))),
      ]),
    ),
  );
  const single = arms.filter(({ label, seeds }) => seeds === 1 && label !== 'base' && !label.startsWith('policy/'));
  if (single.length > 0)
    terminal.print(
      `\nOf one seed: ${[...new Set(single.map(({ label }) => label))].join(', ')}. Their comparisons apply to that training run, not to the arm.`,
    );
}

function formatPart(part: ArmPart<Rate> | undefined): string {
  if (part?.estimate == null) return '–';
  return `${percent(part.estimate.value)} ${formatInterval(part.estimate.interval)}`;
}

function formatPoints(part: ArmPart<SeededEstimate> | undefined): string {
  if (part?.estimate == null) return '–';
  return `${formatDifference(part.estimate.value)} ${formatInterval(part.estimate.interval)}`;
}

function temperature(text: string): number {
  const number = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 2) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 2.');
}
