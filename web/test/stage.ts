import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openStage } from '../../src/cli/demo/demo-stage.ts';
import { Narrator } from '../../src/cli/demo/narrator.ts';
import { tellStory } from '../../src/cli/demo/tell-story.ts';
import { createTerminal } from '../../src/cli/output/terminal.ts';
import { fewAttacks } from '../../src/cli/testing/sample-contest.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly arenaUrl: string;
  }
}

const SIZES = { products: 2_000, suite: 4, bank: 16, race: 4, creditDollars: 0.3 };

/**
 * One contest for all pages: two races, a crown that passes, released code, and the evidence of every attempt. Whoever
 * works on a page can have one that is there already (`assay demo`), by its address in `ASSAY_URL`.
 */
export default async function holdContest(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.ASSAY_URL !== undefined) {
    project.provide('arenaUrl', process.env.ASSAY_URL);
    return async () => {};
  }
  if (isOutOfDate()) execFileSync(process.execPath, [at('../scripts/build-web.js')]);
  const folder = mkdtempSync(join(tmpdir(), 'assay-web-'));
  const options = {
    folder,
    model: 'house/adept',
    apiKeyEnv: 'ASSAY_API_KEY',
    port: 0,
    sizes: SIZES,
    attacks: fewAttacks(),
    signal: new AbortController().signal,
  };
  const stage = await openStage(options, new Narrator(createTerminal(true)));
  await tellStory(stage);
  project.provide('arenaUrl', stage.url);
  return async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * What is tested is what the sources say now. Where that is what was built, it is left alone: other tests serve it at the
 * same time.
 */
function isOutOfDate(): boolean {
  const built = statSync(at('dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const schemas = ['../src/arena/board/wire/*', '../src/arena/wire/*'];
  const sources = globSync(['src/**/*', 'public/*', 'index.html', 'vite.config.ts', ...schemas], { cwd: at('.') });
  return sources.some((file) => statSync(at(file)).mtimeMs > built);
}
