import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAllCommands, withSubcommands } from './command-table.ts';
import { COMMANDS } from './run-command-line.ts';

const SHARED =
  /^--(model|base-url|api-key-env|workers|data|market|wallets?|hotkey|arena-url|ledger|seed|host|port|user|licences|python|why)$/;
const REMOVED =
  /^--(held-out|endpoint|rewrite-(url|model|key-variable)|judge-(url|key-env)|threads|concurrency|burn|choose|line|who|of|by|about|key|arena|release|reason|arena-data)$/;

let program: Command;
beforeAll(async () => {
  program = await addAllCommands(new Command('assay'), COMMANDS);
});

describe('shared options', () => {
  it('every shared option is written in one way', () => {
    const shared = allOptions().filter(({ long }) => SHARED.test(long!));
    const flags = new Set(shared.map((option) => option.flags));
    expect(shared.length).toBeGreaterThan(100);
    expect([...flags].length).toBe(new Set(shared.map(({ long }) => long)).size);
  });

  it('every API key is read from a variable with one name per prefix', () => {
    const variables = new Set(
      allOptions().flatMap(({ long, defaultValue }) =>
        long!.endsWith('api-key-env') ? [`${long} ${defaultValue}`] : [],
      ),
    );
    expect(variables).toEqual(
      new Set([
        '--api-key-env ASSAY_API_KEY',
        '--judge-api-key-env ASSAY_JUDGE_API_KEY',
        '--queries-api-key-env ASSAY_QUERIES_API_KEY',
        '--titles-api-key-env ASSAY_TITLES_API_KEY',
      ]),
    );
  });

  it('no command has a removed option spelling', () => {
    expect(allOptions().filter(({ long }) => REMOVED.test(long!))).toEqual([]);
  });

  it('every admin command that calls a server takes a wallet', () => {
    // These work on the arena's own folder and database.
    const ownFolder = ['publish', 'doctor', 'rotate-secret'];
    const leaves = [...withSubcommands(commandNamed('admin'))].filter(
      (command) => command.commands.length === 0 && !ownFolder.includes(command.name()),
    );
    expect(leaves.length).toBeGreaterThan(25);
    expect(leaves.filter(({ options }) => !options.some(({ long }) => long === '--wallet'))).toEqual([]);
  });

  it('assay explain reads what assay try wrote, by the same option and default', () => {
    const folders = ['try', 'explain'].map(
      (name) => commandNamed(name).options.find(({ long }) => long === '--data')!.defaultValue,
    );
    expect(folders).toEqual(['data', 'data']);
  });
});

function allOptions() {
  return [...withSubcommands(program)].flatMap(({ options }) => options);
}

function commandNamed(name: string): Command {
  return program.commands.find((each) => each.name() === name)!;
}
