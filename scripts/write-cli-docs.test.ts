import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCommands } from './cli-docs/describe-commands.ts';

const PAGE = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8');

describe('docs/cli.md', () => {
  it('docs/cli.md is what `npm run docs:cli` writes', async () => {
    expect(PAGE).toBe(await describeCommands());
  });
});
