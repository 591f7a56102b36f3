import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAllCommands, withSubcommands } from '../src/cli/command-table.ts';
import { COMMANDS } from '../src/cli/run-command-line.ts';
import { flawOf, withoutActions } from './testing/check-command-line.ts';
import { commandsInPage, commandsInSource, type ShownCommand } from './testing/find-command-lines.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Loads every command, which can take longer than a test may.
const PROGRAM = withoutActions(await addAllCommands(new Command('assay'), COMMANDS));

/** Options of other programs that pages name. */
const OF_OTHERS =
  /^--(?:alias|chat-template|ctx-size|lora|parallel|threads|large|sweep|in-process|megabytes|env|select|sequence|sample-id|sample-shuffle|token-limit)$/;

/** Options that texts name, and those of them that no command has. */
function unknownOptionsIn(pattern: string, mention: RegExp): { found: number; unknown: readonly string[] } {
  const options = [...withSubcommands(PROGRAM)].flatMap((command) => command.options.map(({ long }) => long));
  const known = new Set([...options, '--help', '--version']);
  const exclude = ['**/node_modules/**', '**/*.test.ts', '**/testing/**'];
  const mentions = globSync(pattern, { cwd: ROOT, exclude }).flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(mention), ([, option]) => ({ file, option: option! })),
  );
  const unknown = mentions.filter(({ option }) => !known.has(option) && !OF_OTHERS.test(option));
  return { found: mentions.length, unknown: unknown.map(({ file, option }) => `${file}: ${option}`) };
}

async function flawsIn(
  pattern: string,
  find: (text: string) => readonly ShownCommand[],
): Promise<{ found: number; flaws: readonly string[] }> {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/testing/**'];
  const flaws: string[] = [];
  let found = 0;
  for (const file of globSync(pattern, { cwd: ROOT, exclude }))
    for (const shown of find(readFileSync(join(ROOT, file), 'utf8'))) {
      const flaw = await flawOf(PROGRAM, shown);
      found++;
      if (flaw !== undefined) flaws.push(`${file}: ${shown.text}: ${flaw}`);
    }
  return { found, flaws };
}

describe('command lines', () => {
  it('command lines in pages can be run as they stand', async () => {
    const { found, flaws } = await flawsIn(
      '{README.md,CONTRIBUTING.md,{docs,bench,deploy,python,models,samples}/**/*.md}',
      commandsInPage,
    );
    expect(flaws).toEqual([]);
    expect(found).toBeGreaterThan(500);
  });

  it('command lines in messages and comments can be run as they stand', async () => {
    const { found, flaws } = await flawsIn('{src,web/src,python}/**/*.{ts,tsx,py}', commandsInSource);
    expect(flaws).toEqual([]);
    expect(found).toBeGreaterThan(150);
  });

  it('options that messages and pages name without a command exist', () => {
    const inMessages = unknownOptionsIn(
      'src/{board,cli,client,server,validator}/**/*.ts',
      /(?<![\w'"-])(--[a-z][a-z0-9-]+)/g,
    );
    expect(inMessages.unknown).toEqual([]);
    expect(inMessages.found).toBeGreaterThan(250);
    const inPages = unknownOptionsIn(
      '{README.md,CONTRIBUTING.md,{docs,bench,deploy,python}/**/*.md}',
      /`(--[a-z][a-z0-9-]+)/g,
    );
    expect(inPages.unknown).toEqual([]);
    expect(inPages.found).toBeGreaterThan(150);
  });

  it.each([
    ['`assay admin policy set queue.requiredSuccesses 1 --reason R`', 'unknown option --reason'],
    ['`assay admin policy set queue.requiredSuccesses 1`', "error: required option '--why <text>' not specified"],
    ['`assay admin policy put`', "error: unknown command 'put'"],
    ['`assay submit --name x FILE MORE`', expect.stringMatching(/too many arguments/)],
    ['```sh\nnpx assay market search # words\n```', "error: missing required argument 'words'"],
    ['```sh\nnpx assay wallet new && npx assay serve --port many\n```', expect.stringMatching(/--port/)],
    ['`assay admin policy set` changes it, `assay submit --dry-run FILE` and `assay serve --port N` too.', undefined],
  ])('checks the command lines in: %s', async (page, flaw) => {
    const flaws = await Promise.all(commandsInPage(page).map((shown) => flawOf(PROGRAM, shown)));
    expect(flaws.find((each) => each !== undefined)).toEqual(flaw);
  });
});
