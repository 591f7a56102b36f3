import { Command, CommanderError } from 'commander';
import { Fault } from '../fault/fault.ts';
import { checkCommand } from './commands/check.ts';
import { demoCommand } from './commands/demo.ts';
import { explainCommand } from './commands/explain.ts';
import { judgeCommand } from './commands/judge.ts';
import { marketCommand } from './commands/market.ts';
import { problemsCommand } from './commands/problems.ts';
import { sandboxCommand } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { toolsCommand } from './commands/tools.ts';
import { tryCommand } from './commands/try.ts';
import { walletCommand } from './commands/wallet.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { listenForInterrupts } from './interrupts.ts';
import { packageVersion } from './package-version.ts';
import { plainText } from './plain-text.ts';
import { Progress } from './progress.ts';

/** Runs one `assay …` line and says how the process should exit. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  const json = words.includes('--json');
  endQuietlyWithoutReader();
  listenForInterrupts();
  try {
    await createProgram().parseAsync(words, { from: 'user' });
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

function createProgram(): Command {
  const program = new Command('assay')
    .version(packageVersion(), '--version', 'print the version')
    .description('An agent arena that turns competition into training data one can trust.')
    .helpCommand(false)
    .addCommand(demoCommand())
    .addCommand(marketCommand())
    .addCommand(problemsCommand())
    .addCommand(sandboxCommand())
    .addCommand(toolsCommand())
    .addCommand(checkCommand())
    .addCommand(tryCommand())
    .addCommand(serveCommand())
    .addCommand(walletCommand())
    .addCommand(explainCommand())
    .addCommand(judgeCommand());
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
  const { code, owner, message, remedy } = error;
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, owner, message, remedy } }, null, 2)}\n`);
  else process.stderr.write(plainText(`assay: ${message}\n${remedy === undefined ? '' : `  → ${remedy}\n`}`));
  return exitCodeOf(code);
}
