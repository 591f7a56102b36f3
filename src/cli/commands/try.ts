import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Attempt } from '../../attempt/attempt.ts';
import { DEFAULT_DATA_FOLDER } from '../../attempt/attempt-folder.ts';
import { AttemptStore } from '../../attempt/attempt-store.ts';
import { readAgentFile } from '../../attempt/read-agent-file.ts';
import type { AttemptBench } from '../../attempt/run-attempt.ts';
import { type AttemptedProblem, runAttempts } from '../../attempt/run-attempts.ts';
import { Fault } from '../../fault/fault.ts';
import { MemoryCreditAccount } from '../../gateway/memory-credit-account.ts';
import { loadOrCreateHotkey } from '../../identity/hotkey-file.ts';
import { HOUSE_PREFIX } from '../../inference/routed-inference.ts';
import { DEFAULT_MARKET_FOLDER } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search/threaded-search.ts';
import type { Problem } from '../../problems/problem.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER } from '../../problems/suites/bank-folder.ts';
import { findSuite } from '../../problems/suites/find-suite.ts';
import { loadSuite } from '../../problems/suites/load-suite.ts';
import { openBank } from '../../problems/suites/open-bank.ts';
import { assertServable } from '../../problems/suites/servable.ts';
import { chooseSandbox, DRIVER_NAMES } from '../../sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type SandboxDescription } from '../../sandbox/sandbox.ts';
import { untilInterrupted } from '../interrupts.ts';
import { openModels } from '../open-models.ts';
import { amount, path, wholeNumber } from '../options.ts';
import { plainText } from '../plain-text.ts';
import { examPath, readyMarket } from '../ready-market.ts';
import { setExam } from '../set-exam.ts';
import { table } from '../table.ts';
import { createTerminal, type Terminal } from '../terminal.ts';

interface Options {
  readonly problems?: string;
  readonly suite?: string;
  readonly bank: string;
  readonly limit?: number;
  readonly workers: number;
  readonly market: string;
  readonly data: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
  readonly promptPrice?: number;
  readonly completionPrice?: number;
  readonly credit: number;
  readonly timeLimit: number;
  readonly record?: string;
  readonly replay?: string;
  readonly driver?: string;
  readonly unsafeNoIsolation?: boolean;
  readonly json?: boolean;
}

export function tryCommand(): Command {
  return new Command('try')
    .description('run an agent here exactly as a validator would: sandbox, gateway, signed evidence')
    .argument('<agent>', 'Python file that defines agent_main')
    .option('--problems <file>', 'problems as JSON lines; by default an exam made from the market')
    .option('--suite <name>', 'problems of this suite of the bank')
    .option('--bank <dir>', 'folder of the bank', path, DEFAULT_BANK_FOLDER)
    .option('--limit <n>', 'only the first n problems', wholeNumber(1, 1_000_000))
    .option('--workers <n>', 'attempts at a time', wholeNumber(1, 64), availableParallelism())
    .option('--market <dir>', 'folder of the market', path, DEFAULT_MARKET_FOLDER)
    .option('--data <dir>', 'folder for attempts and the key that signs them', path, DEFAULT_DATA_FOLDER)
    .option('--model <id>', 'model the agent is told to use', 'house/adept')
    .option('--base-url <url>', 'an OpenAI-compatible endpoint, up to and including /v1')
    .option('--api-key-env <name>', 'environment variable that holds its key', 'ASSAY_API_KEY')
    .option('--prompt-price <dollars>', 'for a million prompt tokens of that endpoint', amount)
    .option('--completion-price <dollars>', 'for a million completion tokens of that endpoint', amount)
    .option('--credit <dollars>', 'what the agent may spend in all', amount, 10)
    .option('--time-limit <seconds>', 'for one attempt', wholeNumber(1, 3600), DEFAULT_LIMITS.wallMilliseconds / 1000)
    .option('--record <file>', 'keep every answer of the models for --replay', path)
    .option('--replay <file>', 'answer from a recording, byte for byte, without any model', path)
    .addOption(
      new Option('--driver <name>', 'sandbox to use; the strongest that holds by default').choices(DRIVER_NAMES),
    )
    .option('--unsafe-no-isolation', 'run the agent with all your own rights; only ever for your own agent')
    .action(async (agentPath: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const agent = readAgentFile(agentPath);
      const models = await openModels(options);
      const search = ThreadedSearch.open(await readyMarket({ folder: options.market }, terminal), 1);
      try {
        const problems = (await chooseProblems(options, search, terminal)).slice(0, options.limit);
        const sandbox = await chooseSandbox({
          unsafe: options.unsafeNoIsolation === true,
          ...(options.driver !== undefined && { driver: options.driver }),
        });
        try {
          announce(agent.name, problems.length, options.model, sandbox.description, terminal);
          const bench: AttemptBench = {
            ...models,
            sandbox,
            search,
            store: new AttemptStore(options.data),
            hotkey: loadOrCreateHotkey(join(options.data, 'wallets')),
            account: new MemoryCreditAccount(Math.round(options.credit * MICRODOLLARS)),
            limits: { wallMilliseconds: options.timeLimit * 1000 },
          };
          const stop = new AbortController();
          untilInterrupted().then(() => stop.abort());
          const order = { agent, problems, model: options.model, workers: options.workers, signal: stop.signal };
          const results: AttemptedProblem[] = [];
          for await (const result of runAttempts({ ...order, runId: randomUUID() }, bench)) {
            results.push(result);
            terminal.say(`${String(results.length).padStart(4)}/${problems.length}  ${lineOf(result)}`);
          }
          summarise(results, options.data, terminal);
          if (stop.signal.aborted) process.exitCode = 2;
        } finally {
          await sandbox.close();
        }
      } finally {
        await search.close();
      }
    });
}

const MICRODOLLARS = 1_000_000;

async function chooseProblems(
  options: Options,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  if (options.suite !== undefined && options.problems !== undefined) {
    throw new Fault('USAGE', { message: 'Give --problems or --suite, not both.' });
  }
  if (options.problems !== undefined) return await readProblemFile(options.problems);
  if (options.suite !== undefined) {
    const { state } = await openBank(options.bank);
    const suite = findSuite(state, options.suite);
    const { problems } = loadSuite(options.bank, suite.id);
    assertServable(
      problems.map(({ id }) => id),
      state,
    );
    return problems;
  }
  const exam = examPath(options.market);
  if (!existsSync(exam)) await setExam(search.index, exam, terminal);
  return await readProblemFile(exam);
}

function announce(
  agent: string,
  problems: number,
  model: string,
  { driver, tier, cgroup, python }: SandboxDescription,
  terminal: Terminal,
): void {
  const simulated = model.startsWith(HOUSE_PREFIX) ? ' (simulated)' : '';
  const place = `${driver}, tier ${tier}, ${cgroup === null ? 'no cgroup' : `cgroup ${cgroup}`}, Python ${python}`;
  terminal.say(`${plainText(agent)} on ${problems} problems with ${plainText(model)}${simulated}; sandbox: ${place}\n`);
  if (tier === 'none') terminal.warn('Without isolation an agent can do whatever you can. Every result says so.');
}

function lineOf({ attempt, problem }: AttemptedProblem): string {
  const { usage, fault } = attempt;
  const calls = `${usage.calls.search + usage.calls.view} searches, ${usage.calls.inference} completions`;
  const ending = fault === null ? 'answered' : `${fault.code} (${fault.owner})`;
  return `${attempt.attempt_id.slice(0, 8)}  ${problem.category.padEnd(8)}${ending.padEnd(28)}${calls}, ${(usage.wall_ms / 1000).toFixed(1)} s`;
}

function summarise(results: readonly AttemptedProblem[], data: string, terminal: Terminal): void {
  const attempts = results.map(({ attempt }) => attempt);
  const sum = (value: (attempt: Attempt) => number) => attempts.reduce((total, each) => total + value(each), 0);
  const faults = Map.groupBy(
    attempts.filter(({ fault }) => fault !== null),
    ({ fault }) => fault!.code,
  );
  const spent = sum(({ usage }) => usage.spend_microdollars) / MICRODOLLARS;
  const tokens = sum(({ usage }) => usage.prompt_tokens + usage.completion_tokens);
  terminal.say(
    `\n${attempts.filter(({ fault }) => fault === null).length} of ${attempts.length} came through with an answer; ${tokens} tokens, $${spent.toFixed(4)}.`,
  );
  const rows = [...faults].map(([code, each]) => [code, each[0]!.fault!.owner, each.length, each[0]!.fault!.message]);
  if (rows.length > 0) terminal.say(`\n${table(['fault', 'owner', 'times', 'for example'], rows)}`);
  const first = attempts[0];
  if (first !== undefined)
    terminal.say(`\nWhat happened, and the proof: assay explain ${first.attempt_id.slice(0, 8)} --data ${data}`);
  terminal.report({ attempts, answered: attempts.length - rows.length, tokens, spent_dollars: spent });
}
