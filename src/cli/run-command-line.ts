import type { ExitCode } from '../fault/fault-table.ts';
import { type CommandTable, runProgram } from './run-program.ts';

/** In the order of the help. A command is loaded when it is named: all of them together take longer than most of them run. */
const COMMANDS: CommandTable = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  market: async () => (await import('./commands/market/market.ts')).marketCommand(),
  problems: async () => (await import('./commands/problems/problems.ts')).problemsCommand(),
  sandbox: async () => (await import('./commands/sandbox/sandbox.ts')).sandboxCommand(),
  tools: async () => (await import('./commands/tools/tools.ts')).toolsCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  try: async () => (await import('./commands/try/try.ts')).tryCommand(),
  wallet: async () => (await import('./commands/wallet/wallet.ts')).walletCommand(),
  register: async () => (await import('./commands/register.ts')).registerCommand(),
  connect: async () => (await import('./commands/connect.ts')).connectCommand(),
  disconnect: async () => (await import('./commands/connect.ts')).disconnectCommand(),
  submit: async () => (await import('./commands/submit/submit.ts')).submitCommand(),
  status: async () => (await import('./commands/status/status.ts')).statusCommand(),
  leaderboard: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand(),
  race: async () => (await import('./commands/race/race.ts')).raceCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  validator: async () => (await import('./commands/validator.ts')).validatorCommand(),
  admin: async () => (await import('./commands/admin/admin.ts')).adminCommand(),
  explain: async () => (await import('./commands/explain/explain.ts')).explainCommand(),
  judge: async () => (await import('./commands/judge/judge.ts')).judgeCommand(),
  eval: async () => (await import('./commands/eval/eval.ts')).evalCommand(),
  corpus: async () => (await import('./commands/corpus/corpus.ts')).corpusCommand(),
  train: async () => (await import('./commands/train/train.ts')).trainCommand(),
};

/** Runs one `assay …` line and says how the process should exit. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  return await runProgram(words, COMMANDS);
}
