import { hostname, userInfo } from 'node:os';
import { Command } from 'commander';
import type { ShoppingEnvironment } from '../../../environment/environment.ts';
import { createEnvironmentServer, type MemoryReport } from '../../../environment/serve.ts';
import {
  openSplitSuites,
  recordedTeacher,
  type SplitSuites,
  servedSplits,
  simulatedTeacher,
  TEACHER_MODEL,
} from '../../../environment/splits.ts';
import { type HarnessSize, harnessOf } from '../../../evaluation/harness.ts';
import { shippedHeldOut } from '../../../evaluation/sealed.ts';
import { clusterNames, requireMarket } from '../../../evaluation/suites.ts';
import { Fault } from '../../../fault/fault.ts';
import { encyclopaediaOf } from '../../../market/encyclopaedia.ts';
import { indexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import { hasKnowledge } from '../../../problems/arena-form.ts';
import { counted } from '../../../text/counted.ts';
import { harnessOption, maxObservationOption, maxTurnsOption } from '../../eval/harness-options.ts';
import { suiteMarket } from '../../eval/suite-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { listen, stopServer } from '../../listen.ts';
import { amount, collect, path, wholeNumber } from '../../options.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { packageVersion } from '../../package-version.ts';
import {
  bankOption,
  chosenMarketOption,
  hostOption,
  ledgerOption,
  portOption,
  userOption,
  workersOption,
} from '../../shared-options.ts';

interface Options {
  readonly trainSuite: string;
  readonly evalSuite: string;
  readonly guardSuite: readonly string[];
  readonly teacher: string;
  readonly outcomeWeight: number;
  readonly stepWeight: number;
  readonly tools: HarnessSize;
  readonly maxObservation: number;
  readonly maxTurns: number;
  readonly maxSessions: number;
  readonly idleSeconds: number;
  readonly host: string;
  readonly port: number;
  readonly tokenEnv: string;
  readonly toolsTokenEnv: string;
  readonly workers: number;
  readonly market?: string;
  readonly bank: string;
  readonly ledger: string;
  readonly serveHeldout?: boolean;
  readonly experiment?: string;
  readonly checkpoint?: string;
  readonly user?: string;
  readonly json?: boolean;
}

/** Option value for no suite or no teacher. */
const NONE = 'none';
const SIMULATED = 'simulated';

export function envServeCommand(): Command {
  return new Command('serve')
    .option('--train-suite <suite>', 'suite to train on, or none; never a held-out one', path, 'suites/train-300')
    .option('--eval-suite <suite>', 'suite to measure on, or none', path, 'suites/dev-75')
    .option(
      '--guard-suite <suite>',
      'suite that must share no leak cluster with the train suite, besides the shipped held-out ones; repeatable',
      collect,
      [],
    )
    .option(
      '--teacher <teacher>',
      `teacher whose calls step rewards are compared with: ${SIMULATED} (${TEACHER_MODEL}), a folder of \`assay eval run\` on the train suite, or ${NONE}`,
      path,
      SIMULATED,
    )
    .option('--outcome-weight <w>', 'reward of a solved problem, paid with the last step', amount, 1)
    .option('--step-weight <w>', 'maximum total step reward of an episode', amount, 0.3)
    .addOption(harnessOption())
    .addOption(maxObservationOption())
    .addOption(maxTurnsOption())
    .option('--max-sessions <n>', 'sessions at a time', wholeNumber(1, 100_000), 2_000)
    .option('--idle-seconds <n>', 'close sessions that are idle for this long', wholeNumber(1, 86_400), 900)
    .addOption(hostOption())
    .addOption(portOption(8790))
    .option(
      '--token-env <name>',
      'environment variable with the bearer token that clients must send; needed with a --host that others reach',
      'ASSAY_ENV_TOKEN',
    )
    .option(
      '--tools-token-env <name>',
      'environment variable with a second token, for agents: with it they use the tools of the market and nothing else',
      'ASSAY_ENV_TOOLS_TOKEN',
    )
    .addOption(workersOption('search threads, which share one index in memory', 1))
    .addOption(chosenMarketOption('folder of the market (default: the one that the suites name)'))
    .addOption(bankOption('folder of the bank, for suites that are named by it'))
    .addOption(ledgerOption())
    .option('--serve-heldout', 'serve a held-out --eval-suite; recorded permanently as a use by the checkpoint')
    .option('--experiment <name>', 'training run that is measured with --serve-heldout')
    .option('--checkpoint <name>', 'checkpoint of that training run')
    .addOption(userOption())
    .action(async (options: Options) => await serve(options, createTerminal(options.json === true)));
}

async function serve(options: Options, terminal: Terminal): Promise<void> {
  const token = process.env[options.tokenEnv] || undefined;
  requireToken(options, token);
  const toolsToken = process.env[options.toolsTokenEnv] || undefined;
  requireTwoTokens(options, token, toolsToken);
  const suites = await openSplitSuites({
    train: options.trainSuite === NONE ? null : options.trainSuite,
    evaluation: options.evalSuite === NONE ? null : options.evalSuite,
    guarded: [...shippedHeldOut(), ...options.guardSuite],
    bank: options.bank,
    ledger: options.ledger,
    look: lookOf(options),
  });
  const served = [suites.train, suites.evaluation].filter((suite) => suite !== null);
  const folder = await suiteMarket(served[0]!, options.market, terminal);
  const search = ThreadedSearch.open(indexPath(folder), options.workers);
  try {
    for (const suite of served) requireMarket(suite, search.index, folder);
    const environment = await environmentOf(options, suites, search, terminal);
    const server = createEnvironmentServer({
      environment,
      version: packageVersion(),
      token,
      toolsToken,
      maxSessions: options.maxSessions,
      idleMilliseconds: options.idleSeconds * 1000,
      onStop: (memory) => terminal.print(memoryText(memory)),
      onDefect: (error) => terminal.warn(`A step failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
    try {
      const interrupted = untilInterrupted();
      const url = await listen(server, options.host, options.port);
      printServing(url, environment, suites, terminal);
      await interrupted;
    } finally {
      await stopServer(server);
    }
  } finally {
    await search.close();
  }
}

function memoryText({
  without_sessions_bytes: empty,
  most_sessions: most,
  bytes_per_session: each,
}: MemoryReport): string {
  const used = `Memory: ${(empty / 2 ** 20).toFixed(0)} MiB without sessions`;
  if (each === null) return `${used}.`;
  return `${used}, ${(each / 1024).toFixed(0)} KiB for each of ${counted(most, 'session')} at a time (uncollected garbage included).`;
}

async function environmentOf(
  options: Options,
  suites: SplitSuites,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<ShoppingEnvironment> {
  const problems = [...(suites.train?.problems ?? []), ...(suites.evaluation?.problems ?? [])];
  // An imported market has no encyclopaedia to search.
  const hasWeb = hasKnowledge(problems) && search.index.manifest.source.kind === 'synthetic';
  const web = hasWeb ? encyclopaediaOf(search.index.manifest) : undefined;
  const harness = harnessOf(options.tools, 'native', options.maxObservation, { web: hasWeb });
  const ground = {
    problems: suites.train?.problems ?? [],
    harness,
    search,
    web,
    onProgress: (done: number, of: number) => terminal.progress.update('teacher', done, of),
  };
  const teacher = await teacherOf(options.teacher, ground);
  terminal.progress.done();
  return {
    splits: servedSplits({
      suites,
      teacher,
      search,
      clustersOf: (problems) => clusterNames(problems, search.index),
    }),
    harness,
    search,
    web,
    maxTurns: options.maxTurns,
    weights: { outcome: options.outcomeWeight, step: options.stepWeight },
  };
}

async function teacherOf(teacher: string, ground: Parameters<typeof simulatedTeacher>[0]) {
  if (teacher === NONE) return new Map();
  return teacher === SIMULATED ? await simulatedTeacher(ground) : await recordedTeacher(teacher, ground);
}

function lookOf({ serveHeldout, experiment, checkpoint, user }: Options) {
  if (serveHeldout !== true) return null;
  if (experiment === undefined || checkpoint === undefined) {
    throw new Fault('USAGE', {
      message: '--serve-heldout needs --experiment and --checkpoint.',
      remedy: 'A held-out suite is opened to measure one checkpoint, and the ledger says which.',
    });
  }
  return { line: experiment, checkpoint, who: user ?? `${userInfo().username}@${hostname()}` };
}

/** Every client that reaches the port can train on the problems, so only local clients may do so without a token. */
function requireToken({ host, tokenEnv }: Options, token: string | undefined): void {
  if (token !== undefined || /^(127(\.\d{1,3}){3}|localhost|::1)$/.test(host)) return;
  throw new Fault('USAGE', {
    message: `--host ${host} can be reached from other machines, and no token is set.`,
    remedy: `Set ${tokenEnv} to a token that clients send as a bearer token.`,
  });
}

/** An agent with the tools token must not have the other token, and the other token must be required. */
function requireTwoTokens(
  { tokenEnv, toolsTokenEnv }: Options,
  token: string | undefined,
  toolsToken: string | undefined,
): void {
  if (toolsToken === undefined || (token !== undefined && token !== toolsToken)) return;
  throw new Fault('USAGE', {
    message:
      token === undefined
        ? `${toolsTokenEnv} is set, but ${tokenEnv} is not, so any client could request verdicts.`
        : `${toolsTokenEnv} and ${tokenEnv} are the same, so agents could request verdicts.`,
    remedy: `Set ${tokenEnv} to another token.`,
  });
}

function printServing(
  url: string,
  { splits }: ShoppingEnvironment,
  { isHeldOut }: SplitSuites,
  terminal: Terminal,
): void {
  const shown = splits.map(({ name, suite, problems }) => {
    const taught = problems.filter(({ teaching }) => (teaching?.calls.length ?? 0) > 0).length;
    return { name, suite, problems: problems.length, with_teacher: taught };
  });
  for (const split of shown) {
    const steps = split.name === 'train' ? `, step rewards on ${split.with_teacher}` : '';
    terminal.print(`${split.name}: ${split.suite}, ${split.problems} problems${steps}`);
  }
  if (isHeldOut) terminal.warn('The eval split is held out. This use is recorded in the ledger.');
  terminal.print(`Serving at ${url} (Ctrl-C stops).`);
  terminal.report({ url, splits: shown });
}
