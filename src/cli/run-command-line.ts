import { Command, CommanderError } from 'commander';
import { Fault } from '../fault/fault.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { listenForInterrupts } from './interrupts.ts';
import { packageVersion } from './package-version.ts';
import { plainText } from './plain-text.ts';
import { Progress } from './progress.ts';

/** In the order of the help. A command is loaded when it is named: all of them together take longer than most of them run. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  market: async () => (await import('./commands/market.ts')).marketCommand(),
  problems: async () => (await import('./commands/problems.ts')).problemsCommand(),
  sandbox: async () => (await import('./commands/sandbox.ts')).sandboxCommand(),
  tools: async () => (await import('./commands/tools.ts')).toolsCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  try: async () => (await import('./commands/try.ts')).tryCommand(),
  wallet: async () => (await import('./commands/wallet.ts')).walletCommand(),
  register: async () => (await import('./commands/register.ts')).registerCommand(),
  connect: async () => (await import('./commands/connect.ts')).connectCommand(),
  disconnect: async () => (await import('./commands/connect.ts')).disconnectCommand(),
  submit: async () => (await import('./commands/submit.ts')).submitCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  leaderboard: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand(),
  race: async () => (await import('./commands/race.ts')).raceCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  validator: async () => (await import('./commands/validator.ts')).validatorCommand(),
  admin: async () => (await import('./commands/admin.ts')).adminCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  judge: async () => (await import('./commands/judge.ts')).judgeCommand(),
  eval: async () => (await import('./commands/eval.ts')).evalCommand(),
  corpus: async () => (await import('./commands/corpus.ts')).corpusCommand(),
};

/** Runs one `assay …` line and says how the process should exit. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  const json = words.includes('--json');
  endQuietlyWithoutReader();
  listenForInterrupts();
  try {
    const program = await createProgram(words[0]);
    await program.parseAsync(words, { from: 'user' });
    return (process.exitCode as ExitCode | undefined) ?? 0;
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, json);
    return reportFailure(error, json);
  }
}

/** `assay … | head` closes the pipe early; that is no failure of ours. */
function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

async function createProgram(named: string | undefined): Promise<Command> {
  const wanted = named !== undefined && Object.hasOwn(COMMANDS, named) ? [COMMANDS[named]!] : Object.values(COMMANDS);
  const program = new Command('assay')
    .version(packageVersion(), '--version', 'print the version')
    .description('An agent arena that turns competition into training data one can trust.')
    .helpCommand(false);
  for (const load of wanted) program.addCommand(await load());
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .showSuggestionAfterError(true)
      .configureOutput({ outputError: () => {} })
      .configureHelp({ showGlobalOptions: true });
    if (command.commands.length === 0) command.option('--json', 'print one JSON document for machines');
  }
  return program;
}

function* withSubcommands(command: Command): Generator<Command> {
  yield command;
  for (const child of command.commands) yield* withSubcommands(child);
}

function reportUsage(error: CommanderError, json: boolean): ExitCode {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return 0;
  // Without a command the help itself, already printed, is the message.
  if (error.code === 'commander.help') return 2;
  const message = error.message.replace(/^error: /, '').replace(/\n\((.+)\)$/, '. $1');
  return reportFailure(new Fault('USAGE', { message, remedy: 'Add --help to see what is accepted.' }), json);
}

function reportFailure(error: unknown, json: boolean): ExitCode {
  new Progress(process.stderr).done();
  if (!Fault.isInstance(error)) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`assay: this is a defect of Assay, please report it with these lines.\n${trace}\n`);
    if (json) process.stdout.write(`${JSON.stringify({ error: { code: 'DEFECT', message: String(error) } })}\n`);
    return 2;
  }
  const { code, owner, message, remedy, extra } = error;
  if (json) process.stdout.write(`${JSON.stringify({ error: { ...extra, code, owner, message, remedy } }, null, 2)}\n`);
  else process.stderr.write(plainText(`assay: ${message}\n${remedy === undefined ? '' : `  → ${remedy}\n`}`));
  return exitCodeOf(code);
}
