import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { DECISIONS } from '../../../agency/follow.ts';
import {
  type AuditReport,
  auditReport,
  LABELLED_SETS,
  type LabelledSet,
  readLabelledAgents,
  runLabelled,
} from '../../../corpus/audit.ts';
import { Fault } from '../../../fault/fault.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { chooseSandbox, DRIVER_NAMES } from '../../../sandbox/choose-sandbox.ts';
import type { Interval } from '../../../statistics/wilson-interval.ts';
import { counted } from '../../../text/counted.ts';
import { checkEndpoint } from '../../../validator/check-endpoint.ts';
import { openModels } from '../../../validator/open-models.ts';
import { type AgentModelOptions, namesModels, withModelOptions } from '../../model-options.ts';
import { path, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { examPath, readyMarket } from '../../ready-market.ts';
import { setExam } from '../../set-exam.ts';
import { driverOption, marketOption, offsetOption, processorWorkersOption } from '../../shared-options.ts';

interface Options extends AgentModelOptions {
  readonly authors: LabelledSet;
  readonly probe: number;
  readonly market: string;
  readonly problems?: string;
  readonly limit: number;
  readonly offset: number;
  readonly agents?: string;
  readonly workers: number;
  readonly data?: string;
  readonly driver?: string;
  readonly json?: boolean;
}

/** The audit fails if precision or recall is below this. */
const GOAL = 0.98;

export function corpusAuditCommand(): Command {
  const command = new Command('audit')
    .addOption(
      new Option('--authors <name>', 'agents that we wrote, or that outsiders wrote')
        .choices(LABELLED_SETS)
        .default('own'),
    )
    .option('--probe <n>', 'probe attempts for each agent', wholeNumber(0, 1_000), 3)
    .addOption(marketOption())
    .option('--problems <file>', 'problems as JSON lines (default: the generated problems of the market)', path)
    .option('--limit <n>', 'problems for each agent', wholeNumber(1, 100_000), 10)
    .addOption(offsetOption('problems to skip first'))
    .option('--agents <names>', 'only these agents of the manifest of the set, separated by commas')
    .addOption(processorWorkersOption())
    .option('--data <dir>', 'keep the attempts in this data folder (default: they are deleted)', path)
    .addOption(driverOption(DRIVER_NAMES));
  return withModelOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const agents = chooseAgents(options.authors, options.agents);
    const models = namesModels(options) ? await openModels(options) : undefined;
    if (models !== undefined) await checkEndpoint(models);
    const search = ThreadedSearch.open(await readyMarket({ folder: options.market }, terminal), 1);
    const data = options.data ?? mkdtempSync(join(tmpdir(), 'audit-'));
    try {
      const exam = await chooseExam(options.market, options.problems, search, terminal);
      const sandbox = await chooseSandbox({
        unsafe: false,
        ...(options.driver !== undefined && { driver: options.driver }),
      });
      try {
        const attempts = await runLabelled({
          agents,
          problems: exam.slice(options.offset, options.offset + options.limit),
          probeProblems: exam.slice(options.offset + options.limit).slice(0, options.probe),
          models,
          search,
          sandbox,
          data,
          workers: options.workers,
          onAttempt: (done, of) => terminal.progress.update('attempts', done, of),
        });
        terminal.progress.done();
        const report = auditReport(attempts);
        show(report, terminal);
        terminal.report(report);
        const { precision, recall } = report.heldOut ?? report.together;
        if (precision.rate < GOAL || recall.rate < GOAL) process.exitCode = 1;
      } finally {
        await sandbox.close();
      }
    } finally {
      await search.close();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    }
  });
}

function chooseAgents(set: LabelledSet, names: string | undefined) {
  const all = readLabelledAgents(set);
  if (names === undefined) return all;
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !all.some((each) => each.name === name));
  if (unknown === undefined) return all.filter(({ name }) => wanted.includes(name));
  throw new Fault('USAGE', {
    message: `There is no labelled agent "${unknown}".`,
    remedy: `Use some of ${all.map(({ name }) => name).join(', ')}.`,
  });
}

function show({ agents, attempts, alone, together, heldOut, misjudged }: AuditReport, terminal: Terminal): void {
  terminal.print(
    table(
      [
        'agent',
        'label by source',
        'attempts',
        'agentic',
        'mixed',
        'scripted',
        'followed (search, view, recommend)',
        'all its attempts together',
      ],
      agents.map((each) => [
        each.agent,
        each.label,
        each.attempts,
        each.agentic,
        each.mixed,
        each.scripted,
        DECISIONS.map((decision) => `${each.follow[decision].followed}/${each.follow[decision].of}`).join(' '),
        each.version,
      ]),
    ),
  );
  terminal.print(
    `\n"agentic" over ${attempts} attempts, with 95 % intervals: by Wilson over attempts, and by resampling agents, which allows for attempts of one agent being alike:`,
  );
  const rows = [
    ...measured('each attempt alone', alone),
    ...measured('with all attempts and probes of a version', together),
    ...(heldOut === null ? [] : measured(`${counted(heldOut.agents, 'agent')} that were not used for tuning`, heldOut)),
  ];
  terminal.print(table(['', '', 'rate', 'by attempt', 'by agent', 'of'], rows));
  for (const each of misjudged) {
    terminal.print(`  misjudged: ${each.agent} ${each.attempt_id} is ${each.label}, ${each.verdict}: ${each.because}`);
  }
  terminal.print(
    '\nAttempts that failed or made no search are left out: they cannot become rows. Purity is the share of agentic attempts among the rows that pass every rule of the filter.',
  );
}

const MEASURES = [
  ['precision', 'attempts'],
  ['recall', 'attempts'],
  ['purity', 'rows'],
] as const;

function measured(name: string, by: Partial<AuditReport['together']>): string[][] {
  return MEASURES.flatMap(([measure, unit], place) => {
    const found = by[measure];
    if (found === undefined) return [];
    const { hits, of, rate, interval, intervalByAgent, agents } = found;
    const total = `${hits}/${of} ${unit}, ${counted(agents, 'agent')}`;
    return [[place === 0 ? name : '', measure, rate.toFixed(3), shown(interval), shown(intervalByAgent), total]];
  });
}

function shown(interval: Interval | null): string {
  return interval === null ? '–' : `[${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`;
}

/** Problems of a file, or the exam of a market, which is created if it is missing. */
async function chooseExam(
  market: string,
  file: string | undefined,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  if (file !== undefined) return await readProblemFile(file);
  const exam = examPath(market);
  if (!existsSync(exam)) await setExam(search.index, exam, terminal);
  return await readProblemFile(exam);
}
