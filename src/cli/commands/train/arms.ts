import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import {
  evaluationReport,
  loadMeasuredRun,
  type MeasuredRun,
  percent,
  reportPages,
  sayDifference,
  sayEstimate,
  sayInterval,
  sayProbability,
} from '../../../evaluation/report.ts';
import { hasRun } from '../../../evaluation/run.ts';
import { Fault } from '../../../fault/fault.ts';
import { replaceFile } from '../../../store/files.ts';
import { ARMS, type Arm, armResults } from '../../../training/ablation.ts';
import { RunFolder, readMark, writeMark } from '../../../training/run.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';

interface Options {
  readonly out?: string;
  readonly json?: boolean;
}

export function trainArmsCommand(): Command {
  return new Command('arms')
    .argument('<folder>', 'folder of the ablation, whose arms `train run --stage sft` has trained')
    .option('--out <dir>', 'folder for the report and ablations.json; the folder itself unless given', path)
    .action(async (folder: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const out = options.out ?? folder;
      const runs = measuredArms(folder);
      const results = armResults(runs);
      const trainings = new Map(ARMS.map((arm) => [arm as string, sayTraining(new RunFolder(join(folder, arm)))]));
      const labelled = [...runs].map(([label, measured]) => ({ ...measured, run: { ...measured.run, label } }));
      const report = evaluationReport(labelled, null);
      const { html, markdown } = reportPages(report);
      await replaceFile(join(out, 'report.html'), async (aside) => writeFileSync(aside, html));
      await replaceFile(join(out, 'report.md'), async (aside) => writeFileSync(aside, markdown));
      await writeMark(join(out, 'ablations.json'), results.ablations);
      terminal.say(
        table(
          ['arm', 'pass@1', 'greedy', 'pass@k', 'valid calls', 'episodes', 'training'],
          report.runs.map((run) => [
            run.label,
            sayEstimate(run.pass_at_1),
            sayEstimate(run.greedy),
            sayEstimate(run.at_k.at(-1)?.any ?? null),
            run.effort.valid_call_rate === null ? '–' : percent(run.effort.valid_call_rate),
            `${run.episodes.measured}/${run.episodes.expected}`,
            trainings.get(run.label) ?? '',
          ]),
        ),
      );
      terminal.say();
      terminal.say(
        table(
          ['left against right', 'pass@1, points', 'p', 'p by Holm', ''],
          results.comparisons.map(({ left, right, sampled, corrected, different, family }) => [
            `${left} against ${right}`,
            sampled === null ? 'unmeasured' : `${sayDifference(sampled.difference)} ${sayInterval(sampled.interval)}`,
            sampled === null ? '–' : sayProbability(sampled.probability),
            corrected === null ? '–' : sayProbability(corrected),
            family === 'exploratory' ? family : different ? 'different' : 'not shown to differ',
          ]),
        ),
      );
      const cut = [...trainings].filter(([, training]) => training?.includes('cut off'));
      if (cut.length > 0)
        terminal.warn(
          `Not the same training for all: ${cut.map(([arm, training]) => `${arm} ${training}`).join(', ')}.`,
        );
      terminal.report({ runs: report.runs, ...results, trainings: Object.fromEntries(trainings) });
    });
}

const trainedMark = z.object({ steps: z.int(), stopped: z.string().nullable() });

/** An arm that the clock cut off has seen fewer tokens than the others, whatever its rows hold. */
function sayTraining(run: RunFolder): string | undefined {
  const mark = readMark(run.stage('sft').mark('train'), trainedMark);
  return mark && `${mark.steps} steps${mark.stopped === null ? '' : `, cut off (${mark.stopped})`}`;
}

function measuredArms(folder: string): ReadonlyMap<Arm | 'base', MeasuredRun> {
  const runs = new Map<Arm | 'base', MeasuredRun>();
  for (const arm of ARMS) {
    const run = new RunFolder(join(folder, arm));
    const base = run.stage('base').evaluation;
    const own = run.stage('sft').evaluation;
    if (!runs.has('base') && hasRun(base)) runs.set('base', loadMeasuredRun(base));
    if (hasRun(own)) runs.set(arm, loadMeasuredRun(own));
  }
  if (runs.size > 0) return runs;
  throw new Fault('FILE_NOT_FOUND', {
    message: `No arm in ${folder} has been measured.`,
    remedy: 'Train one with `assay train run --stage sft --out FOLDER/ARM` first.',
  });
}
