import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { DemoSetup } from '../../src/cli/demo/open-demo.ts';
import { serveResource } from '../../src/testing/shared-resource.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the socket that returns the URL of the contest. */
    readonly contestSocket: string;
    /** False in `npm test`, which leaves out tests with the tag `slow`. */
    readonly runsSlowTests: boolean;
  }
}

/**
 * Shares one contest with all page tests: two races, a new champion, released code, and the evidence of every attempt.
 * If the demo test has run or is running, its contest is reused. `ASSAY_URL` names a running arena instead (`assay
 * demo`), for work on a page.
 */
export default async function shareContest(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.ASSAY_URL;
  if (running === undefined && isOutOfDate()) execFileSync(process.execPath, [at('../scripts/build-web.js')]);
  const folder = mkdtempSync(join(tmpdir(), 'assay-web-'));
  let stage: DemoSetup | undefined;
  const { socketPath, close } = await serveResource(async () => {
    if (running !== undefined) return running;
    stage = await openContest(folder);
    return stage.url;
  });
  project.provide('contestSocket', socketPath);
  project.provide('runsSlowTests', project.config.tagsFilter === undefined);
  return async () => {
    await close();
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Imported here, so that the main process loads the product only when a page test runs. */
async function openContest(folder: string): Promise<DemoSetup> {
  const { openDemo } = await import('../../src/cli/demo/open-demo.ts');
  const { DemoOutput } = await import('../../src/cli/demo/demo-output.ts');
  const { runDemo } = await import('../../src/cli/demo/run-demo.ts');
  const { createTerminal } = await import('../../src/cli/output/terminal.ts');
  const { fewAttacks } = await import('../../src/cli/testing/sample-contest.ts');
  const { SMALL_SIZES, takeContest } = await import('../../src/cli/testing/small-contest.ts');
  await takeContest(folder);
  const options = {
    folder,
    model: 'house/adept',
    apiKeyEnv: 'ASSAY_API_KEY',
    port: 0,
    sizes: SMALL_SIZES,
    attacks: fewAttacks(),
    signal: new AbortController().signal,
  };
  const stage = await openDemo(options, new DemoOutput(createTerminal(true)));
  await runDemo(stage);
  return stage;
}

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Whether the built pages are older than their sources. Otherwise they must not be rebuilt: other tests serve them at
 * the same time.
 */
function isOutOfDate(): boolean {
  const built = statSync(at('dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const schemas = [
    '../src/board/wire/*',
    '../src/arena/wire/*',
    '../src/corpus/*',
    '../src/training/summary/*',
    '../docs/glossary.md',
  ];
  const sources = globSync(['src/**/*', 'public/*', 'index.html', 'vite.config.ts', ...schemas], { cwd: at('.') });
  return sources.some((file) => statSync(at(file)).mtimeMs > built);
}
