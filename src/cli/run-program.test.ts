import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addAllCommands } from './command-table.ts';
import { COMMANDS } from './run-command-line.ts';
import { createProgram } from './run-program.ts';

// Loads every command, which can take longer than a test may.
const LEAVES = [...leavesOf(await addAllCommands(new Command('assay'), COMMANDS))];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the help of a command', () => {
  it('every command prints its own help, and has --json once', async () => {
    expect(LEAVES.length).toBeGreaterThan(80);
    const failures: unknown[] = [];
    for (const words of LEAVES) {
      const help = await helpOf(words).catch((error: unknown) => String(error));
      const complete = help.startsWith(`Usage: assay ${words.join(' ')} `) && help.split('\n  --json ').length === 2;
      if (!complete) failures.push([words.join(' '), help]);
    }
    expect(failures).toEqual([]);
  });
});

/** What `assay … --help` prints. */
async function helpOf(words: readonly string[]): Promise<string> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const line = [...words, '--help'];
    const program = await createProgram(line, COMMANDS);
    await expect(program.parseAsync(line, { from: 'user' })).rejects.toMatchObject({
      code: 'commander.helpDisplayed',
    });
    return written.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    written.mockRestore();
  }
}

function* leavesOf(command: Command, path: readonly string[] = []): Generator<readonly string[]> {
  if (command.commands.length === 0) yield path;
  for (const child of command.commands) yield* leavesOf(child, [...path, child.name()]);
}
