import type { ExitCode } from '../fault/fault-table.ts';
import type { CommandTable } from './command-table.ts';
import { runProgram } from './run-program.ts';

/** In the order of the help. A command is loaded when it is named: all of them together take longer than most run. */
export const COMMANDS: CommandTable = {
  demo: {
    description: 'run a whole contest offline in three minutes: market, arena, validators, contestants, races, pay',
    example: 'assay demo --once',
    load: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  market: {
    description: 'generate, import, inspect and serve a product catalogue',
    commands: async () => (await import('./commands/market/market.ts')).MARKET_COMMANDS,
  },
  problems: {
    description: 'make problems, find leaks, build suites, draw races',
    commands: async () => (await import('./commands/problems/problems.ts')).PROBLEMS_COMMANDS,
  },
  sandbox: {
    description: 'examine the sandbox that agents run in',
    commands: async () => (await import('./commands/sandbox/sandbox.ts')).SANDBOX_COMMANDS,
  },
  tools: {
    description: 'print the schemas of the shopping tools, or serve them over MCP',
    commands: async () => (await import('./commands/tools/tools.ts')).TOOLS_COMMANDS,
  },
  check: {
    description: 'check whether the arena would accept an agent, without running it; exit code 1 if it would not',
    example: 'assay check agents/native_tools.py',
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  try: {
    description:
      'run an agent locally exactly as a validator would: static check, sandbox, gateway, rules, judge, signed evidence',
    example: 'assay try agents/native_tools.py --simulated --limit 10',
    load: async () => (await import('./commands/try/try.ts')).tryCommand(),
  },
  wallet: {
    description: 'make, import and list hotkeys, sign messages and verify signatures',
    commands: async () => (await import('./commands/wallet/wallet.ts')).WALLET_COMMANDS,
  },
  register: {
    description:
      'register a hotkey on the chain of an arena, which submitting requires; registering again changes nothing',
    example: 'assay register --wallet alice',
    load: async () => (await import('./commands/register.ts')).registerCommand(),
  },
  connect: {
    description:
      "store a provider credential that pays for your agents' model calls; without a name, list the providers",
    example: 'assay connect openrouter --credential-env OPENROUTER_KEY --wallet alice',
    load: async () => (await import('./commands/connect.ts')).connectCommand(),
  },
  disconnect: {
    description: 'delete the stored credential of a provider from the arena',
    example: 'assay disconnect openrouter --wallet alice',
    load: async () => (await import('./commands/connect.ts')).disconnectCommand(),
  },
  submit: {
    description: 'submit an agent; the same file under the same name counts once, however often the command is run',
    example: 'assay submit agents/native_tools.py --name shopper --wallet alice --wait',
    load: async () => (await import('./commands/submit/submit.ts')).submitCommand(),
  },
  status: {
    description: 'show your agents, one agent version, or another contestant',
    example: 'assay status --wallet alice',
    load: async () => (await import('./commands/status/status.ts')).statusCommand(),
  },
  leaderboard: {
    description: 'leaderboard with confidence intervals and the score needed to qualify',
    example: 'assay leaderboard --limit 10',
    load: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand(),
  },
  race: {
    description: 'show the current and past races, choose which of your versions races',
    commands: async () => (await import('./commands/race/race.ts')).RACE_COMMANDS,
  },
  serve: {
    description:
      'run an arena: API, scheduler and reaper; DATABASE_URL names a PostgreSQL, otherwise the data folder holds everything',
    example: 'assay serve --data data/arena --admin ADDRESS',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  validator: {
    description: 'run submitted agents: claim, run in a sandbox, grade, report, set weights',
    example: 'assay validator --arena-url http://127.0.0.1:8788 --wallet northwind',
    load: async () => (await import('./commands/validator.ts')).validatorCommand(),
  },
  admin: {
    description: 'operate an arena; every action is recorded in its public ledger',
    commands: async () => (await import('./commands/admin/admin.ts')).ADMIN_COMMANDS,
  },
  explain: {
    description: 'show what an attempt did and verify every signed byte of it; exit code 1 if verification fails',
    example: 'assay explain 3f2a',
    load: async () => (await import('./commands/explain/explain.ts')).explainCommand(),
  },
  judge: {
    description: 'evaluate the reasoning judges',
    commands: async () => (await import('./commands/judge/judge.ts')).JUDGE_COMMANDS,
  },
  eval: {
    description: 'measure and compare models, with confidence intervals',
    commands: async () => (await import('./commands/eval/eval.ts')).EVAL_COMMANDS,
  },
  model: {
    description: 'fetch model files for comparing texts by meaning',
    commands: async () => (await import('./commands/model/model.ts')).MODEL_COMMANDS,
  },
  corpus: {
    description: 'turn attempts into training data',
    commands: async () => (await import('./commands/corpus/corpus.ts')).CORPUS_COMMANDS,
  },
  train: {
    description: 'train a small model on a corpus in stages, measuring each',
    commands: async () => (await import('./commands/train/train.ts')).TRAIN_COMMANDS,
  },
};

/** Runs one `assay …` line and returns the exit code of the process. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  return await runProgram(words, COMMANDS);
}
