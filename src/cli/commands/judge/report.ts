import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import {
  type Agreement,
  type JudgeReport,
  makeJudgeReport,
  type PlayedAttempt,
  type Rate,
  type ReportedPanel,
} from '../../../verdict/judge.ts';
import { openCheckedPanel } from '../../open-panel.ts';
import { collect } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { apiKeyEnvOption, baseUrlOption } from '../../shared-options.ts';
import { readPlayedAttempts } from './played-attempts.ts';

interface Options {
  readonly model: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
  readonly attempts?: string;
  readonly data?: string;
  readonly problems?: string;
  readonly json?: boolean;
}

export function judgeReportCommand(): Command {
  return new Command('report')
    .option('--model <id>', 'a model of the panel, besides the gate judge; repeatable', collect, [])
    .addOption(baseUrlOption())
    .addOption(apiKeyEnvOption())
    .option('--attempts <folder>', 'grade another set of written attempts: products.json, attacks.jsonl, honest.jsonl')
    .option(
      '--data <dir>',
      'grade the attempts in this data folder of `assay try` and test whether grades predict success',
    )
    .option('--problems <file>', 'the problems of those attempts')
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const report = await makeJudgeReport({
        panel: await reportedPanel(options),
        written: options.attempts,
        played: await playedAttempts(options),
        onProgress: (done, of) => terminal.progress.update('judging', done, of),
      });
      terminal.progress.done();
      show(report, terminal);
      terminal.report(report);
    });
}

async function playedAttempts({ data, problems }: Options): Promise<readonly PlayedAttempt[]> {
  if (data === undefined && problems === undefined) return [];
  if (data !== undefined && problems !== undefined) return await readPlayedAttempts(data, problems);
  throw new Fault('USAGE', {
    message: 'Attempts can only be graded with their problems.',
    remedy: 'Give both --data and --problems.',
  });
}

async function reportedPanel({ model: models, baseUrl, apiKeyEnv }: Options): Promise<ReportedPanel | undefined> {
  const panel = await openCheckedPanel({ models, baseUrl, apiKeyEnv }, '');
  return panel && { panel, models };
}

function show(report: JudgeReport, terminal: Terminal): void {
  const { labelled, versions } = report;
  terminal.print(
    `${labelled.attempts} labelled attempts of ${labelled.agents} example agents with ${labelled.models.join(', ')}: simulated models, whose phrases are few.\nLabels come from the source code of agents and models. Gate judge version ${versions.gates}, rubric version ${versions.rubric}.\n`,
  );
  terminal.print('Agreement with the labels');
  terminal.print(
    table(
      ['judge', ...AGREEMENT],
      report.with_labels.map((each) => [each.judge, ...agreementCells(each)]),
    ),
  );
  terminal.print('\nAgreement between judges');
  const pairs = report.between_judges.map((each) => [`${each.left} and ${each.right}`, ...agreementCells(each)]);
  terminal.print(table(['judges', ...AGREEMENT], pairs));
  for (const { judge, results, worked } of report.attacks) {
    terminal.print(`\nAttacks on ${judge} that were graded too high`);
    terminal.print(
      table(
        ['kind', 'tries', 'ungraded', 'worked', 'rate, 95 %'],
        results.map((each) => [each.kind, each.tries, each.ungraded, each.worked.count, shownRate(each.worked)]),
      ),
    );
    for (const { name, kind, deserved, got } of worked)
      terminal.print(`  ${kind}: ${name} (${got} instead of ${deserved})`);
  }
  showOutside(report, terminal);
  terminal.print('\nWhether grades predict success, among attempts of one category (given ones: of one difficulty)');
  terminal.print(
    table(
      ['judge', 'agents', 'attempts', 'successes', 'AUC, 95 %'],
      report.predictions.map(({ judge, agents, attempts, successes, auc, interval }) => [
        judge,
        agents,
        attempts,
        successes,
        auc === null ? 'undefined' : shownInterval(auc, interval),
      ]),
    ),
  );
  for (const { judge, model, agents } of report.rankings) {
    terminal.print(`\nRanking with ${model}, without a judge and with ${judge}`);
    terminal.print(
      table(
        ['agent', 'attempts', 'success', 'quality', 'coefficient', 'score', 'rank without', 'rank with'],
        agents.map((each) => [
          each.agent,
          each.attempts,
          each.success_rate.toFixed(4),
          each.quality?.toFixed(4) ?? '-',
          each.coefficient?.toFixed(4) ?? '-',
          each.score?.toFixed(4) ?? '-',
          each.rank_without_judge,
          each.rank_with_judge,
        ]),
      ),
    );
  }
}

function showOutside(report: JudgeReport, terminal: Terminal): void {
  terminal.print('\nAttempts written without knowledge of the judge');
  terminal.print(
    table(
      [
        'judge',
        'set',
        'attacks',
        'above 0.5, 95 %',
        'far above, 95 %',
        'honest',
        'exact, 95 %',
        'within one step, 95 %',
        'mean error',
      ],
      report.outside.map(({ judge, set, attacks, honest }) => [
        judge,
        set,
        attacks.tries,
        shownRate(attacks.above_half),
        shownRate(attacks.far_above),
        honest.attempts,
        shownRate(honest.exact),
        shownRate(honest.within_one_step),
        honest.mean_error.toFixed(3),
      ]),
    ),
  );
  for (const { judge, off } of report.outside)
    for (const { id, kind, deserved, got } of off)
      terminal.print(`  ${judge}: ${id} (${kind}) got ${got} instead of ${deserved}`);
}

const AGREEMENT = ['attempts', 'ungraded', 'exact, 95 %', 'within one step, 95 %', "Cohen's kappa, 95 %"];

function agreementCells({ attempts, ungraded, exact, within_one_step, kappa }: Agreement): (string | number)[] {
  const shownKappa =
    kappa === null
      ? 'undefined'
      : `${kappa.value.toFixed(3)} [${kappa.interval.low.toFixed(3)}, ${kappa.interval.high.toFixed(3)}]`;
  return [attempts, ungraded, shownRate(exact), shownRate(within_one_step), shownKappa];
}

function shownInterval(value: number, interval: { readonly low: number; readonly high: number } | null): string {
  return interval === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`;
}

function shownRate({ rate, interval }: Rate): string {
  return shownInterval(rate, interval);
}
