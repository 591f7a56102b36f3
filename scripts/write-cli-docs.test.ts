import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAllCommands } from '../src/cli/command-table.ts';
import { COMMANDS } from '../src/cli/run-command-line.ts';
import { describeCommands } from './cli-docs/describe-commands.ts';

// Loads every command, which can take longer than a test may.
const PROGRAM = await addAllCommands(new Command('assay'), COMMANDS);
const PAGE = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8');

describe('docs/cli.md', () => {
  it('docs/cli.md is what `npm run docs:cli` writes', async () => {
    expect(PAGE).toBe(await describeCommands());
  });

  it('examples in docs/cli.md use options that exist', () => {
    const examples = [...PAGE.matchAll(/^npx assay (.+)$/gm)];
    for (const [line, words] of examples) {
      const known = namedCommands(PROGRAM, words!.split(' ')).flatMap(({ options }) => options.map(({ long }) => long));
      const unknown = words!.match(/(?<= )--[a-z-]+/g)?.filter((name) => !known.includes(name)) ?? [];
      expect([line, unknown]).toEqual([line, []]);
    }
    expect(examples.length).toBeGreaterThan(50);
  });
});

/** The command that the words name; for a group, all commands that may be meant. */
function namedCommands(command: Command, words: readonly string[]): readonly Command[] {
  const child = command.commands.find((each) => each.name() === words[0]);
  return child === undefined ? [command, ...command.commands] : namedCommands(child, words.slice(1));
}
