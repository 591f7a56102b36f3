import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAllCommands, type CommandTable, withSubcommands } from '../command-table.ts';
import { COMMANDS } from '../run-command-line.ts';
import { createProgram } from '../run-program.ts';
import { givenOptions, shellWord, withGivenOptions } from './given-options.ts';

const CARRIED = ['--arena-url', '--wallets', '--wallet', '--hotkey', '--passphrase-env'];
/** They have such an option and never need the one of another command. */
const ON_THEIR_OWN = /^(arena init|problems |serve)/;

let leaves: ReadonlyMap<string, Command>;
beforeAll(async () => {
  const program = await addAllCommands(new Command('assay'), COMMANDS);
  const commands = [...withSubcommands(program)].filter((command) => command.commands.length === 0);
  leaves = new Map(commands.map((command) => [nameOf(command), command]));
});

describe('options in printed commands', () => {
  it.each([
    [
      'submit agent.py --name a --arena-url http://10.0.0.1:9000 --wallet alice',
      'status 3f2a',
      'status 3f2a --arena-url http://10.0.0.1:9000 --wallet alice',
    ],
    [
      "status --wallets '/home/a b' --hotkey=cold",
      'submit FILE --name NAME',
      "submit FILE --name NAME --wallets '/home/a b' --hotkey cold",
    ],
    ['status --arena-url http://a --wallet alice', 'race --history', 'race --history --arena-url http://a'],
    ['status --wallet alice', 'wallet new', 'wallet new --wallet alice'],
    ['status --wallet alice --wallets keys', 'wallet list', 'wallet list --wallets keys'],
    ['admin suite list --wallet operator', 'admin suite create FILE', 'admin suite create FILE --wallet operator'],
    ['serve --data north', 'admin doctor', 'admin doctor --data north'],
  ])('%s is followed by its own arena and hotkey', async (typed, line, expected) => {
    await remember(typed);
    expect(withGivenOptions(`Then: \`assay ${line}\`.`)).toBe(`Then: \`assay ${expected}\`.`);
  });

  it.each([
    // Values that are defaults.
    ['status', 'submit FILE --name NAME'],
    // Another hotkey.
    ['validator --wallet northwind', 'admin stake ADDRESS 1000'],
    ['register --wallet alice', 'admin bank --wallet operator'],
    // Another folder.
    ['try agent.py --data attempts', 'serve'],
    // Commands without such options.
    ['status --wallet alice --arena-url http://a', 'problems synth'],
    ['status --wallet alice', 'leaderboard --json'],
  ])('%s adds nothing to assay %s', async (typed, line) => {
    await remember(typed);
    expect(withGivenOptions(`\`assay ${line}\``)).toBe(`\`assay ${line}\``);
  });

  it('adds nothing to text that is not a command', async () => {
    await remember('status --wallet alice');
    expect(withGivenOptions('assay submit, `submit`, Assay')).toBe('assay submit, `submit`, Assay');
  });

  it('adds the named options that were given', async () => {
    await remember('try agent.py --data attempts --limit 3');
    expect(givenOptions('--market', '--data')).toBe(' --data attempts');
  });

  it('adds to every command exactly the options that it has', async () => {
    for (const [name, command] of leaves) {
      if (ON_THEIR_OWN.test(name)) continue;
      // An operator's command takes the hotkey from an operator's command only.
      const runs = name.startsWith('admin ') ? 'admin bank' : 'status';
      await remember(`${runs} ${CARRIED.map((option) => `${option} x`).join(' ')}`);
      const [, added = ''] = withGivenOptions(`\`assay ${name}\``).match(/( --.*)`$/) ?? [];
      const has = CARRIED.filter((option) => command.options.some(({ long }) => long === option));
      expect([name, added]).toEqual([name, has.map((option) => ` ${option} x`).join('')]);
    }
  });

  it('writes any value as one word of a shell', () => {
    expect(['a/b-1', 'a b', "it's", '$HOME', ''].map(shellWord)).toEqual([
      'a/b-1',
      "'a b'",
      "'it'\\''s'",
      "'$HOME'",
      "''",
    ]);
  });
});

/** Parses a line as the program does, without running it. */
async function remember(typed: string): Promise<void> {
  const words = Array.from(typed.matchAll(/'([^']*)'|\S+/g), ([word, inner]) => inner ?? word);
  const program = await createProgram(words, silent(COMMANDS));
  await program.parseAsync(words, { from: 'user' });
}

/** The same commands, which do nothing. */
function silent(table: CommandTable): CommandTable {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      'load' in entry
        ? { ...entry, load: async () => idle(await entry.load()) }
        : { ...entry, commands: async () => silent(await entry.commands()) },
    ]),
  );
}

function idle(command: Command): Command {
  for (const each of withSubcommands(command)) if (each.commands.length === 0) each.action(() => {});
  return command;
}

function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}
