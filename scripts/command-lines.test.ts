import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAllCommands } from '../src/cli/command-table.ts';
import { COMMANDS } from '../src/cli/run-command-line.ts';
import { flawOf, withoutActions } from './testing/check-command-line.ts';
import { commandsInPage, commandsInSource, type ShownCommand } from './testing/find-command-lines.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Loads every command, which can take longer than a test may.
const PROGRAM = withoutActions(await addAllCommands(new Command('assay'), COMMANDS));

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
