import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAllCommands, addCommands, type CommandTable, examplesIn, ROLES, withSubcommands } from './command-table.ts';
import { helpExample } from './output/help-text.ts';
import { COMMANDS } from './run-command-line.ts';

describe('a table of commands', () => {
  it('a command table loads the named command and no other', async () => {
    const { table, loaded } = sampleTable();
    await addCommands(new Command('top'), table, ['group', '--help', 'first', 'x']);
    expect(loaded).toEqual(['group', 'first']);
  });

  it('a command table loads nothing for the help of the program', async () => {
    const { table, loaded } = sampleTable();
    const top = await addCommands(new Command('top'), table, ['--help']);
    expect(loaded).toEqual([]);
    expect(top.helpInformation()).toMatch(/single +one command\n[\s\S]*group +several commands/);
  });

  it('a command table loads the default command of a group without a subcommand', async () => {
    const { table, loaded } = sampleTable();
    await addCommands(new Command('top'), table, ['group', 'something']);
    expect(loaded).toEqual(['group', 'second']);
  });

  it('groups the commands of the program by role, with two examples each', async () => {
    for (const [name, { role, examples }] of Object.entries(COMMANDS)) {
      expect(ROLES, name).toContain(role);
      expect(examples, name).toHaveLength(2);
    }
    const program = await addCommands(new Command('assay'), COMMANDS, ['--help']);
    for (const role of ROLES) expect(program.helpInformation()).toContain(`\n${role}:\n`);
  });

  it('examples use commands and options that exist', async () => {
    const program = await addAllCommands(new Command('assay'), COMMANDS);
    for (const example of await allExamples(COMMANDS)) {
      const [, ...words] = example.match(/'[^']*'|\S+/g)!;
      let command = program;
      for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
      // A group runs its default command if no other is named.
      const run = command.commands.find((each) => isDefaultOf(command, each)) ?? command;
      for (const option of words.filter((word) => word.startsWith('--') && word !== '--json')) {
        expect([...run.options.map(({ long }) => long)], example).toContain(option);
      }
      expect(run.commands, example).toEqual([]);
      for (const { long, mandatory } of run.options) if (mandatory) expect(words, example).toContain(long);
    }
  });

  it('the help of every command that can be run has an example', async () => {
    const program = await addAllCommands(new Command('assay'), COMMANDS);
    const without = [...withSubcommands(program)].filter(
      (command) => command.commands.length === 0 && !/^Examples?:\n {2}assay /m.test(helpOf(command)),
    );
    expect(without.map((command) => command.name())).toEqual([]);
  });

  it('the help of every command fits 80 columns, and its examples can be copied', async () => {
    const program = await addAllCommands(new Command('assay'), COMMANDS);
    for (const command of withSubcommands(program)) {
      const wide = helpOf(command)
        .split('\n')
        .filter((line) => line.length > 80);
      expect(wide, command.name()).toEqual([]);
    }
    for (const example of await allExamples(COMMANDS)) {
      expect(helpExample(example).trim().replaceAll(' \\\n    ', ' ')).toBe(example);
    }
  });

  it('the command table names every command as the command names itself', async () => {
    const program = await addAllCommands(new Command('assay'), COMMANDS);
    const all = [...withSubcommands(program)];
    expect(all.length).toBeGreaterThan(100);
    expect(all.slice(1).filter((command) => command.description() === '')).toEqual([]);
    await expectNames(program, COMMANDS);
  });
});

function helpOf(command: Command): string {
  const written: string[] = [];
  command
    .configureOutput({ writeOut: (text) => void written.push(text), getOutHelpWidth: () => 80 })
    .configureHelp({ subcommandTerm: (each) => each.name() })
    .outputHelp();
  return written.join('');
}

async function allExamples(table: CommandTable): Promise<string[]> {
  const examples: string[] = [];
  for (const entry of Object.values(table)) {
    examples.push(...examplesIn(entry));
    if ('commands' in entry) examples.push(...(await allExamples(await entry.commands())));
  }
  return examples;
}

/** Commander does not expose the name of the default command. */
function isDefaultOf(group: Command, command: Command): boolean {
  return (group as unknown as { _defaultCommandName: string | null })._defaultCommandName === command.name();
}

async function expectNames(parent: Command, table: CommandTable): Promise<void> {
  expect(parent.commands.map((command) => command.name())).toEqual(Object.keys(table));
  for (const command of parent.commands) {
    const entry = table[command.name()]!;
    if ('commands' in entry) await expectNames(command, await entry.commands());
  }
}

function sampleTable() {
  const loaded: string[] = [];
  const entry = (name: string, description: string) => ({
    description,
    load: async () => {
      loaded.push(name);
      return new Command(name);
    },
  });
  const table: CommandTable = {
    single: entry('single', 'one command'),
    group: {
      description: 'several commands',
      commands: async () => {
        loaded.push('group');
        return { first: entry('first', 'of two'), second: { ...entry('second', 'of two'), isDefault: true } };
      },
    },
  };
  return { table, loaded };
}
