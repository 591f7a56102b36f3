import { Command } from 'commander';

/** Stands in for a command in the help of its group. The module with its code is loaded only to run it. */
interface CommandEntry {
  readonly description: string;
  readonly load: () => Promise<Command>;
  /** One line to copy. */
  readonly example?: string;
  /** Runs when the group is named without a subcommand. */
  readonly isDefault?: boolean;
}

interface GroupEntry {
  readonly description: string;
  readonly commands: () => Promise<CommandTable>;
}

/** By name, in the order of the help. The only place of a command's description. */
export type CommandTable = Readonly<Record<string, CommandEntry | GroupEntry>>;

/**
 * Adds a table of commands. Of the commands only those that `words` names are loaded; the others are listed by name and
 * description, because loading all of them takes longer than most of them run.
 */
export async function addCommands(parent: Command, table: CommandTable, words: readonly string[]): Promise<Command> {
  // Groups have no options with values, so the first word that is not an option names the subcommand.
  const [named, ...rest] = words.filter((word) => !word.startsWith('-'));
  const isNamed = named !== undefined && Object.hasOwn(table, named);
  for (const [name, entry] of Object.entries(table)) {
    const isDefault = 'load' in entry && entry.isDefault === true;
    const wanted = isNamed ? name === named : isDefault;
    parent.addCommand(wanted ? await loadEntry(name, entry, rest) : listed(name, entry), { isDefault });
  }
  return parent;
}

/** Adds a table with every command loaded: for the generated page and for tests. */
export async function addAllCommands(parent: Command, table: CommandTable): Promise<Command> {
  for (const [name, entry] of Object.entries(table)) {
    const command =
      'load' in entry ? await loadCommand(entry) : await addAllCommands(listed(name, entry), await entry.commands());
    parent.addCommand(command, { isDefault: 'load' in entry && entry.isDefault === true });
  }
  return parent;
}

async function loadEntry(name: string, entry: CommandEntry | GroupEntry, words: readonly string[]): Promise<Command> {
  if ('load' in entry) return await loadCommand(entry);
  return await addCommands(listed(name, entry), await entry.commands(), words);
}

async function loadCommand({ load, description, example }: CommandEntry): Promise<Command> {
  const command = (await load()).description(description);
  return example === undefined ? command : command.addHelpText('after', `\nExample:\n  ${example}`);
}

function listed(name: string, { description }: CommandEntry | GroupEntry): Command {
  return new Command(name).description(description).helpCommand(false);
}

/** A command and all its subcommands. */
export function* withSubcommands(command: Command): Generator<Command> {
  yield command;
  for (const child of command.commands) yield* withSubcommands(child);
}
