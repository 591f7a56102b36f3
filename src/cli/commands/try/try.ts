import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { analyseAgent, Knowledge, SandboxFactsReader } from '../../../arena/admission.ts';
import { AttemptStore } from '../../../attempt/record.ts';
import { readAgentFile } from '../../../attempt/run.ts';
import { verifyAttempt } from '../../../attempt/verify-attempt.ts';
import { Fault } from '../../../fault/fault.ts';
import { encyclopaediaOf } from '../../../market/encyclopaedia.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import { hasKnowledge } from '../../../problems/arena-form.ts';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { assertNotSealedIn, findSuite, loadSuite, openBank } from '../../../problems/suites.ts';
import { chooseSandbox, DRIVER_NAMES } from '../../../sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type SandboxDescription } from '../../../sandbox/sandbox.ts';
import { replaceFile, SHARED_FILE } from '../../../store/files.ts';
import { counted } from '../../../text/counted.ts';
import { checkEndpoint } from '../../../validator/check-endpoint.ts';
import { type OpenModels, openModels } from '../../../validator/open-models.ts';
import { probeAgent } from '../../../validator/probe-agent.ts';
import { requireMarketOf } from '../../../validator/require-market-of.ts';
import { ownEvidence, type TriedProblem, tryAgent } from '../../../validator/try-agent.ts';
import { tryPage } from '../../../verdict/report.ts';
import { FLAG_MEANINGS } from '../../../verdict/verdict.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { type AgentModelOptions, modelAliasOption, withModelOptions } from '../../model-options.ts';
import { openCheckedPanel } from '../../open-panel.ts';
import { path, wholeNumber } from '../../options.ts';
import { oneLine, wrapAfter } from '../../output/format-line.ts';
import { givenOptions } from '../../output/given-options.ts';
import { plainText } from '../../output/plain-text.ts';
import { printAnalysis } from '../../output/print-analysis.ts';
import { printRefusedModels } from '../../output/print-outcomes.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { examPath, readyMarket } from '../../ready-market.ts';
import { setExam } from '../../set-exam.ts';
import {
  apiKeyEnvOption,
  bankOption,
  baseUrlOption,
  creditOption,
  dataOption,
  driverOption,
  judgeModelOption,
  marketOption,
  processorWorkersOption,
  timeLimitOption,
} from '../../shared-options.ts';
import { openTitles, type TitleOptions, withTitleOptions } from '../../title-options.ts';
import { printAttempt, printCalls, quoted } from '../explain/show-attempt.ts';
import { ATTACHED_MILLISECONDS, attachText, ownTerminal, requireNoIsolation } from './attach.ts';
import { failureText, slowModelHint } from './failures.ts';
import { showProbes } from './show-probes.ts';
import { summariseTry, summaryTable, type TrySummary } from './summary.ts';
import { contentHash, untilChanged } from './watch.ts';

interface Options extends TitleOptions, AgentModelOptions {
  readonly problems?: string;
  readonly suite?: string;
  readonly bank: string;
  readonly limit?: number;
  readonly problem?: string;
  readonly watch?: boolean;
  readonly attach?: boolean;
  readonly probe?: number | true;
  readonly workers: number;
  readonly market: string;
  readonly data: string;
  readonly open?: string | true;
  readonly judgeModel: readonly string[];
  readonly judgeBaseUrl?: string;
  readonly judgeApiKeyEnv: string;
  readonly credit: number;
  readonly timeLimit: number;
  readonly compat?: boolean;
  readonly record?: string;
  readonly replay?: string;
  readonly driver?: string;
  readonly unsafeNoIsolation?: boolean;
  readonly json?: boolean;
}

export function tryCommand(): Command {
  const command = new Command('try')
    .argument('<agent>', 'Python file that defines agent_main')
    .option('--problems <file>', 'problems as JSON lines; by default, problems generated from the market')
    .option('--suite <name>', 'use this suite of the problem bank')
    .addOption(bankOption())
    .option('--limit <n>', 'only the first n problems', wholeNumber(1, 1_000_000))
    .option(
      '--problem <id>',
      'run only the problem whose id, or that of an attempt at it, starts with this, and show everything the agent prints',
    )
    .option('--watch', 'run again whenever the file is saved; Ctrl-C ends it')
    .option(
      '--probe [n]',
      'also run n probe attempts (default: 3), in which the gateway changes the model’s answers, and show whether the agent’s calls change with them',
      wholeNumber(1, 1_000),
    )
    .addOption(processorWorkersOption())
    .addOption(marketOption())
    .addOption(dataOption('folder of the attempts and the key that signs them; `explain` reads it'))
    .option('--open [file]', 'write a page with every attempt: thoughts, calls, results, scores (default: report.html)')
    .addOption(judgeModelOption())
    .addOption(baseUrlOption('judge-'))
    .addOption(apiKeyEnvOption('judge-'))
    .addOption(creditOption('maximum cost of model calls in total'))
    .addOption(timeLimitOption(DEFAULT_LIMITS.wallMilliseconds))
    .addOption(modelAliasOption())
    .option('--compat', 'handle bad search parameters as ORO does: ignore them or return no results')
    .option('--record <file>', 'record every model answer to this file, for --replay', path)
    .option('--replay <file>', 'return recorded answers, byte for byte, without calling a model', path)
    .addOption(driverOption(DRIVER_NAMES))
    .option(
      '--unsafe-no-isolation',
      'run the agent without a sandbox, with your permissions; use it only for your own agent',
    )
    .option('--attach', 'print how to attach a debugger, and wait for it; needs --unsafe-no-isolation');
  return withTitleOptions(withModelOptions(command)).action(async (agentPath: string, options: Options) => {
    const terminal = createTerminal(options.json === true);
    if (options.attach) requireNoIsolation(options.unsafeNoIsolation === true);
    if (options.limit !== undefined && options.problem !== undefined) {
      throw new Fault('USAGE', { message: 'Give --limit or --problem, not both.' });
    }
    if (!options.watch) return await tryOnce(agentPath, options, terminal);
    if (options.json) throw new Fault('USAGE', { message: '--watch prints no JSON; leave out --json or --watch.' });
    await tryAtEachSave(agentPath, options, terminal);
  });
}

/** Runs now and after every save. Errors in the file are printed, because the next save may fix them. */
async function tryAtEachSave(agentPath: string, options: Options, terminal: Terminal): Promise<void> {
  for (;;) {
    const tried = contentHash(agentPath);
    process.exitCode = 0;
    try {
      await tryOnce(agentPath, options, terminal);
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      terminal.warn(`assay: ${error.message}\n  → ${Fault.remedyFor(error)}`);
      process.exitCode = 1;
    }
    // Ctrl-C during the run.
    if (process.exitCode === 2) return;
    terminal.print(`\nWaiting for ${plainText(agentPath)} to be saved; Ctrl-C ends this.\n`);
    const stop = new AbortController();
    untilInterrupted().then(() => stop.abort());
    if (!(await untilChanged(agentPath, tried, stop.signal))) return;
  }
}

async function tryOnce(agentPath: string, options: Options, terminal: Terminal): Promise<void> {
  const agent = readAgentFile(agentPath);
  const models = await openModels(options);
  await checkEndpoint(models);
  const { judgeModel, judgeBaseUrl: baseUrl, judgeApiKeyEnv: apiKeyEnv } = options;
  const judge = await openCheckedPanel({ models: judgeModel, baseUrl, apiKeyEnv }, 'judge-');
  const titles = openTitles(options, options.market);
  const search = ThreadedSearch.open(await readyMarket({ folder: options.market }, terminal), 1);
  try {
    const suite = await chooseProblems(options, search, terminal);
    const problems =
      options.problem === undefined ? suite.slice(0, options.limit) : [oneOf(suite, options.problem, options.data)];
    await requireMarketOf(problems, search);
    const sandbox = await chooseSandbox({
      unsafe: options.unsafeNoIsolation === true,
      ...(options.driver !== undefined && { driver: options.driver }),
    });
    try {
      const knowledge = new Knowledge(problems);
      const analysis = await analyseAgent(agent.source, { reader: new SandboxFactsReader(sandbox), knowledge });
      if (analysis.findings.length > 0) {
        printAnalysis(agent.name, analysis, terminal);
        if (analysis.verdict === 'rejected') terminal.print('The arena would reject this file. Running it anyway.');
        terminal.print();
      }
      const facts = factsOf(agent.name, problems.length, models, sandbox.description);
      terminal.print(`${facts}\n`);
      if (sandbox.description.tier === 'none') terminal.warn(NO_ISOLATION);
      if (options.baseUrl !== undefined && options.promptPrice === undefined && options.completionPrice === undefined) {
        terminal.warn(
          'No price was given for the endpoint: its tokens count as free, and --credit does not limit them.',
        );
      }
      const stop = new AbortController();
      untilInterrupted().then(() => stop.abort());
      const workers = options.attach ? 1 : options.workers;
      if (options.attach) terminal.print(attachText(ownTerminal()));
      const { model } = models;
      const order = { runId: randomUUID(), agent, problems, model, workers, signal: stop.signal };
      const place = {
        models,
        sandbox,
        search,
        web: hasKnowledge(suite) ? encyclopaediaOf(search.index.manifest) : undefined,
        compat: options.compat === true,
        judge,
        titles,
        ...ownEvidence(options.data, options.credit),
        wallMilliseconds: options.attach ? ATTACHED_MILLISECONDS : options.timeLimit * 1000,
        rules: options.attach ? ('off' as const) : undefined,
      };
      const started = performance.now();
      const tried: TriedProblem[] = [];
      for await (const each of tryAgent(order, place)) {
        tried.push(each);
        terminal.print(wrapAfter(`${String(tried.length).padStart(4)}/${problems.length}  `, lineOf(each)));
      }
      const seconds = (performance.now() - started) / 1000;
      const probed =
        options.probe === undefined || stop.signal.aborted
          ? null
          : await probeAgent({ ...order, runId: randomUUID(), suite, tried, count: probesOf(options.probe) }, place);
      const summary = summariseTry(tried, problems, probed ?? undefined);
      if (options.problem !== undefined) await showInFull(tried, place.store, terminal);
      showSummary(summary, seconds, terminal);
      if (probed !== null) showProbes(probed, terminal);
      printFlags(tried, terminal);
      const hint = slowModelHint(tried, { model, workers, timeLimit: options.timeLimit });
      if (hint !== null) terminal.print(`\n${hint}`);
      await pointOut(tried, summary, facts, place.store, options, terminal);
      const attempts = inOrder(tried, problems).map(({ attempt, verdict }) => ({ ...attempt, verdict }));
      terminal.report({ analysis, summary, attempts, ...(probed && { agency: probed }) });
      const isFailure = analysis.verdict === 'rejected' || tried.every(({ reason }) => reason !== null);
      process.exitCode = stop.signal.aborted ? 2 : isFailure ? 1 : 0;
    } finally {
      await sandbox.close();
    }
  } finally {
    await search.close();
  }
}

/** Attempts end in any order; in the order of the problems two runs can be compared. */
function inOrder(tried: readonly TriedProblem[], problems: readonly Problem[]): readonly TriedProblem[] {
  const places = new Map(problems.map(({ id }, place) => [id, place]));
  return tried.toSorted((left, right) => places.get(left.problem.id)! - places.get(right.problem.id)!);
}

/** Number of id digits that `explain` needs to find an attempt. */
const ID_DIGITS = 8;
/** Wide enough for exception messages; the table wraps them. */
const WIDE_CELL = 200;
const DEFAULT_PROBES = 3;

function probesOf(given: number | true): number {
  return given === true ? DEFAULT_PROBES : given;
}

const NO_ISOLATION = 'Without isolation the agent runs with your permissions. Every result is marked.';

/** The problem whose id begins with the prefix, or the problem of an earlier attempt whose id does. */
function oneOf(problems: readonly Problem[], prefix: string, folder: string): Problem {
  const named = problems.filter(({ id }) => id.startsWith(prefix));
  const found = named.length === 0 ? triedIn(problems, new AttemptStore(folder), prefix) : named;
  const exact = found.find(({ id }) => id === prefix) ?? found[0];
  if (exact !== undefined && (found.length === 1 || exact.id === prefix)) return exact;
  throw new Fault('USAGE', {
    message:
      found.length === 0
        ? `No problem and no attempt begins with ${prefix}.`
        : `${found.length} problems begin with ${prefix}.`,
    remedy: `Give the id of one of these ${problems.length} or of an attempt, or enough of its first digits; \`--json\` lists them with a run.`,
  });
}

function triedIn(problems: readonly Problem[], store: AttemptStore, prefix: string): readonly Problem[] {
  const attempts = store.list().filter((id) => id.startsWith(prefix));
  const tried = new Set(attempts.map((id) => store.read(id).problem_id));
  return problems.filter(({ id }) => tried.has(id));
}

/** Prints everything about each attempt: scores, what was wanted, every call, and the agent's output. */
async function showInFull(tried: readonly TriedProblem[], store: AttemptStore, terminal: Terminal): Promise<void> {
  for (const { attempt, verdict, problem } of tried) {
    const { calls } = await verifyAttempt(store, attempt.attempt_id);
    terminal.print(`\nquestion:\n${quoted(problem.query)}\n`);
    printAttempt({ attempt, receipt: undefined, verdict, calls, wanted: problem }, terminal);
    printCalls(calls, terminal);
    for (const name of ['stdout', 'stderr'] as const) {
      const text = Buffer.from(await store.blobs.get(attempt.blobs[name].sha256)).toString('utf8');
      terminal.print(`\n${name}${text.trim() === '' ? ': nothing' : `:\n${quoted(text.trimEnd())}`}`);
    }
  }
}

async function chooseProblems(
  options: Options,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  if (options.suite !== undefined && options.problems !== undefined) {
    throw new Fault('USAGE', { message: 'Give --problems or --suite, not both.' });
  }
  const problems = await namedProblems(options, search, terminal);
  await assertNotSealedIn(options.bank, problems);
  return problems;
}

async function namedProblems(
  options: Options,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  if (options.problems !== undefined) return await readProblemFile(options.problems);
  if (options.suite !== undefined) {
    const { state } = await openBank(options.bank);
    return loadSuite(options.bank, findSuite(state, options.suite).id).problems;
  }
  const exam = examPath(options.market);
  if (!existsSync(exam)) await setExam(search.index, exam, terminal);
  return await readProblemFile(exam);
}

function factsOf(
  agent: string,
  problems: number,
  { model, simulated }: OpenModels,
  { driver, tier, cgroup, python }: SandboxDescription,
): string {
  const place = `${driver}, tier ${tier}, ${cgroup === null ? 'no cgroup' : `cgroup ${cgroup}`}, Python ${python}`;
  return `${plainText(agent)} on ${counted(problems, 'problem')} with ${plainText(model)}${simulated ? ' (simulated)' : ''}; sandbox: ${place}`;
}

function lineOf({ attempt, problem, verdict, reason }: TriedProblem): string {
  const { usage } = attempt;
  const quality = verdict.judgement.quality === null ? ' - ' : verdict.judgement.quality.toFixed(1);
  const use = `${searches(usage.calls.search + usage.calls.view)}, ${counted(usage.calls.inference, 'completion')}, ${(usage.wall_ms / 1000).toFixed(1)} s`;
  const failure = failureText({ attempt, reason });
  const outcome = failure === null ? 'solved' : oneLine(`failed: ${failure}`);
  const flags = verdict.rules.flags.length === 0 ? '' : ` [${verdict.rules.flags.join(', ')}]`;
  return `${attempt.attempt_id.slice(0, 8)}  ${problem.category.padEnd(10)}judged ${quality}  ${outcome}${flags}  (${use})`;
}

function searches(count: number): string {
  return counted(count, 'search', 'searches');
}

const UNPROBED =
  'Not probed: validators cap reasoning grades if the program decides instead of the model. --probe measures that.';

function showSummary(summary: TrySummary, seconds: number, terminal: Terminal): void {
  const { head, rows } = summaryTable(summary);
  terminal.print(`\n${table(head, rows)}`);
  const { score, reasoning_quality: quality, reasoning_coefficient: coefficient } = summary;
  if (score !== null) {
    terminal.print(
      `\nScore ${score}: success ${summary.success_rate.toFixed(4)} × coefficient ${coefficient} (reasoning quality ${quality} over ${summary.judged_problems} judged).`,
    );
  }
  const cap = summary.reasoning_cap;
  if (cap === null && quality !== null) terminal.print(UNPROBED);
  if (cap !== null && cap.attempts > 0) {
    const { most, attempts, because } = cap;
    terminal.print(
      `Reasoning grades are capped at ${most}, as in a validator’s run, because your program decides: ${because}. The judge graded ${counted(attempts, 'attempt')} higher.`,
    );
  }
  terminal.print(
    `${searches(summary.calls)}, ${counted(summary.completions, 'completion')}, ${counted(summary.tokens, 'token')}, $${summary.spent_dollars.toFixed(4)}; ${seconds.toFixed(1)} s, ${(summary.share_outside_agent * 100).toFixed(0)} % of it outside the agent.`,
  );
  if (summary.not_the_agents_fault > 0) {
    terminal.print(
      `Left out: ${counted(summary.not_the_agents_fault, 'attempt')} that failed for reasons that are not the agent’s. A validator would repeat them.`,
    );
  }
  for (const [reason, times] of summary.unjudged) terminal.print(oneLine(`${times} unjudged: ${reason}`));
  if (summary.failures.length > 0) terminal.print(`\n${failureTable(summary.failures)}`);
  printRefusedModels([...summary.refused_model_calls], terminal);
}

function printFlags(tried: readonly TriedProblem[], terminal: Terminal): void {
  const met = new Set(tried.flatMap(({ verdict }) => verdict.rules.flags));
  if (met.size > 0) terminal.print();
  for (const flag of met) terminal.print(`${flag}: ${FLAG_MEANINGS[flag]}`);
}

function failureTable(failures: TrySummary['failures']): string {
  const rows = failures.map(({ count, reason, exception, message, line, example }) => [
    count,
    reason,
    exception ?? message ?? '–',
    line ?? '–',
    example.slice(0, ID_DIGITS),
  ]);
  return table(['attempts', 'failed with', 'message', 'line', 'example'], rows, WIDE_CELL);
}

/** Prints where to look next. */
async function pointOut(
  tried: readonly TriedProblem[],
  summary: TrySummary,
  facts: string,
  store: AttemptStore,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const broken = tried.find(({ attempt }) => attempt.fault?.code === 'AGENT_BROKE_RULE');
  if (broken !== undefined) terminal.print(`\n${plainText(broken.attempt.fault!.message)}`);
  const shown = tried.find(({ reason }) => reason !== null) ?? tried[0];
  if (shown !== undefined) {
    const place = givenOptions('--data', '--market', '--problems');
    terminal.print(`\nOne attempt call by call: assay explain ${shown.attempt.attempt_id.slice(0, 8)}${place}`);
  }
  if (options.open === undefined) return;
  const file = options.open === true ? 'report.html' : options.open;
  const page = tryPage({
    title: `${facts.split(' ', 1)[0]}: ${summary.successful_problems} of ${summary.total_problems}`,
    facts: [facts, `Score ${summary.score ?? 'none: nothing was judged'}`],
    table: summaryTable(summary),
    reasons: summary.reasons,
    attempts: await Array.fromAsync(tried, async ({ problem, attempt, verdict, reason }) => ({
      problem,
      attemptId: attempt.attempt_id,
      calls: (await verifyAttempt(store, attempt.attempt_id)).calls,
      verdict,
      reason,
      seconds: attempt.usage.wall_ms / 1000,
      faultMessage: attempt.fault?.message ?? null,
    })),
  });
  await replaceFile(file, async (aside) => writeFileSync(aside, page), SHARED_FILE);
  terminal.print(`Every attempt on one page: ${resolve(file)}`);
}
