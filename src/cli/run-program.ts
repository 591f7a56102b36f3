import { Command, CommanderError } from 'commander';
import { Fault } from '../fault/fault.ts';
import { type ExitCode, exitCodeOf } from '../fault/fault-table.ts';
import { addCommands, type CommandTable, roleExamples, withSubcommands } from './command-table.ts';
import { listenForInterrupts } from './interrupts.ts';
import { rememberOptions, withGivenOptions } from './output/given-options.ts';
import { plainText } from './output/plain-text.ts';
import { Progress } from './output/progress.ts';
import { packageVersion } from './package-version.ts';

/** Runs a command line with a table of commands and returns the exit code of the process. */
export async function runProgram(words: readonly string[], commands: CommandTable): Promise<ExitCode> {
  const json = words.includes('--json');
  endQuietlyWithoutReader();
  listenForInterrupts();
  try {
    const program = await createProgram(words, commands);
    await program.parseAsync(words, { from: 'user' });
    return (process.exitCode as ExitCode | undefined) ?? 0;
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, json);
    return reportFailure(error, json);
  }
}

/** `assay … | head` closes the pipe early; that is not an error. */
function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

/** The program with the commands that `words` name, ready to parse them. */
export async function createProgram(words: readonly string[], commands: CommandTable): Promise<Command> {
  const program = new Command('assay')
    .version(packageVersion(), '--version', 'print the version')
    .description('An arena for shopping agents that turns their attempts into training data.')
    .helpCommand(false)
    .addHelpText(
      'after',
      `\nExamples:\n${roleExamples(commands)}\n\nRun assay COMMAND --help for a command's arguments, options and examples.`,
    );
  await addCommands(program, commands, words);
  program.hook('preAction', (_, command) => rememberOptions(command));
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .showSuggestionAfterError(true)
      .configureOutput({ outputError: () => {} })
      // Commands that are only listed have no arguments to show.
      .configureHelp({ subcommandTerm: (each) => each.name() });
    if (command.commands.length === 0) command.option('--json', 'print the result as one JSON document');
  }
  return program;
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
    process.stderr.write(`assay: this is a bug in Assay, please report it with these lines.\n${trace}\n`);
    if (json) process.stdout.write(`${JSON.stringify({ error: { code: 'DEFECT', message: String(error) } })}\n`);
    return 2;
  }
  const { code, owner, message, extra } = error;
  const remedy = withGivenOptions(Fault.remedyFor(error));
  if (json) process.stdout.write(`${JSON.stringify({ error: { ...extra, code, owner, message, remedy } }, null, 2)}\n`);
  else process.stderr.write(plainText(`assay: ${message}\n  → ${remedy}\n`));
  return exitCodeOf(code);
}
