import { Command } from 'commander';
import { helpExample } from './output/help-text.ts';

/** What the program's help shows about a command. */
interface Listed {
  readonly description: string;
  /** Heading of the command in the program's help. */
  readonly role?: Role;
  /** Example command lines. The help of a subcommand shows those that name it. */
  readonly examples?: readonly string[];
}

/** Placeholder for a command in the help of its group. The module with its code is loaded only to run it. */
interface CommandEntry extends Listed {
  readonly load: () => Promise<Command>;
  /** One example command line. */
  readonly example?: string;
  /** Runs when the group is named without a subcommand. */
  readonly isDefault?: boolean;
}

interface GroupEntry extends Listed {
  readonly commands: () => Promise<CommandTable>;
}

/** Who uses a command. A command for several roles is listed under the first. */
export const ROLES = ['Contestant', 'Validator', 'Operator', 'Researcher'] as const;
export type Role = (typeof ROLES)[number];

/** By name, in the order of the help. Descriptions of commands are only here. */
export type CommandTable = Readonly<Record<string, CommandEntry | GroupEntry>>;

/**
 * Adds a table of commands. Only the commands named in `words` are loaded; the others are listed by name and
 * description, because loading all of them takes longer than most commands run.
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

async function loadCommand(entry: CommandEntry): Promise<Command> {
  const command = described(await entry.load(), entry);
  for (const child of command.commands) {
    const start = ` ${command.name()} ${child.name()} `;
    addExamples(
      child,
      examplesIn(entry).filter((example) => `${example} `.includes(start)),
    );
  }
  return command;
}

function listed(name: string, entry: CommandEntry | GroupEntry): Command {
  return described(new Command(name), entry).helpCommand(false);
}

function described(command: Command, entry: CommandEntry | GroupEntry): Command {
  command.description(entry.description);
  if (entry.role !== undefined) command.helpGroup(`${entry.role}:`);
  return addExamples(command, examplesIn(entry));
}

function addExamples(command: Command, examples: readonly string[]): Command {
  if (examples.length === 0) return command;
  return command.addHelpText(
    'after',
    `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.map((each) => helpExample(each)).join('\n')}`,
  );
}

/** The example command lines of a command. */
export function examplesIn(entry: CommandEntry | GroupEntry): readonly string[] {
  const single = 'load' in entry && entry.example !== undefined ? [entry.example] : [];
  return entry.examples ?? single;
}

/** Two examples per role: one for each of its first two commands. */
export function roleExamples(table: CommandTable): string {
  const entries = Object.values(table);
  return ROLES.map((role) => {
    const used = entries.filter((entry) => entry.role === role).slice(0, 2);
    return used.map((entry) => helpExample(examplesIn(entry)[0]!)).join('\n');
  })
    .filter(Boolean)
    .join('\n');
}

/** A command and all its subcommands. */
export function* withSubcommands(command: Command): Generator<Command> {
  yield command;
  for (const child of command.commands) yield* withSubcommands(child);
}
