import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAllCommands, withSubcommands } from './command-table.ts';
import { COMMANDS } from './run-command-line.ts';

const SHARED =
  /^--(model|base-url|api-key-env|workers|data|market|wallets?|hotkey|arena-url|ledger|seed|host|port|user|licences|python|why|count|offset|limit|dry-run|head|tools|split)$/;
const REMOVED =
  /^--(held-out|endpoint|rewrite-(url|model|key-variable)|judge-(url|key-env)|threads|concurrency|burn|choose|line|who|of|by|about|key|arena|release|reason|arena-data|harness|skip|afresh|check|probes)$/;

/**
 * What the value of an option may be, if that differs between commands: each time the same thing in another form. An
 * option with one name and two meanings (`--against FILE` and `--against URL`) shows here, as another kind of value.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  // A count to `arena init`; `serve` runs as many as there are.
  '--local-validators': ['', 'n'],
  // A file where the result is one.
  '--out': ['dir', 'file'],
  // One field of the configuration, whose values are numbers in one and JSON in the other.
  '--set': ['name=number', 'path=json'],
  // One or several.
  '--stage': ['names', 'stage'],
  '--temperature': ['list', 't'],
  // A suite has a number in an arena, a name in a bank, and may be a file elsewhere.
  '--suite': ['n', 'name', 'suite'],
  // What the teacher wrote, or which teacher it is.
  '--teacher': ['dir', 'teacher'],
};

/** Concepts, how descriptions of options name them, and the only options that may have such a description. */
const CONCEPTS: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['the number of problems', /^number of problems$/, ['--count']],
  ['the number of tools', /^number of tools\b/, ['--tools']],
  ['the number of rows to skip', /\bskip first\b|leave out the first/, ['--offset']],
  ['the number of probe attempts', /probe attempts for|run n probe attempts/, ['--probe']],
  ['a dry run', /nothing is (submitted|deleted)|do not publish|only show what|delete nothing/, ['--dry-run']],
  ['starting over', /start over|read all attempts again/, ['--fresh']],
  ['the noted head of a ledger', /\bnoted earlier\b/, ['--head']],
  ['an earlier split', /an earlier `problems split`/, ['--split']],
  ['a reason', /^reason\b|^the reason\b/, ['--why']],
  ['the address to listen on', /^address to listen on/, ['--host']],
  ['the port to listen on', /takes a free one/, ['--port']],
];

/** Every option that takes an address; another name for one of them fails. */
const ADDRESSES = /^--((judge-|titles-|queries-)?base-url|arena-url|hub|maven|link|opensearch)$/;
/** Every option whose choices are formats; `--log-format` is that of log lines. */
const FORMATS = /^--(log-)?format$/;

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

  it('an option takes the same kind of value in every command', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { long, flags } of allOptions()) {
      kinds.set(long!, (kinds.get(long!) ?? new Set()).add(/[<[]([^>\].]+)/.exec(flags)?.[1] ?? ''));
    }
    const several = Object.fromEntries(
      Array.from(kinds, ([long, values]) => [long, [...values].sort()] as const).filter(([, { length }]) => length > 1),
    );
    expect(several).toEqual(FORMS);
  });

  it.each(CONCEPTS)('%s has one option name in every command', (_, described, names) => {
    const found = allOptions().filter(({ description }) => described.test(description));
    expect(new Set(found.map(({ long }) => long))).toEqual(new Set(names));
  });

  it('options with the same description have one name', () => {
    const names = new Map<string, string>();
    for (const { long, description } of allOptions()) {
      expect(names.get(description) ?? long, description).toBe(long);
      names.set(description, long!);
    }
  });

  it('every address and every format is named by one of the known options', () => {
    const addresses = allOptions().filter(({ flags }) => flags.includes('<url>'));
    expect(addresses.length).toBeGreaterThan(60);
    expect(addresses.filter(({ long }) => !ADDRESSES.test(long!))).toEqual([]);
    const formats = allOptions().filter(
      ({ argChoices, description }) => argChoices !== undefined && /(?<!number )\bformats?\b/.test(description),
    );
    expect(formats.length).toBeGreaterThan(4);
    expect(formats.filter(({ long }) => !FORMATS.test(long!)).map(({ flags }) => flags)).toEqual([]);
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
