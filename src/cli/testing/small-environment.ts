import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** Whether the Python exists and has these modules. */
export function imports(python: string | undefined, modules: string): boolean {
  if (python === undefined) return false;
  try {
    execFileSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For tests with other programs: a small market, a file of problems (`some.jsonl`), and `assay env serve` on them. */
export class SmallEnvironment {
  readonly root: string;
  readonly problems: readonly Problem[];
  readonly #started: ChildProcess[] = [];

  private constructor(root: string, problems: readonly Problem[]) {
    this.root = root;
    this.problems = problems;
  }

  static async make(count: number): Promise<SmallEnvironment> {
    const root = mkdtempSync(join(tmpdir(), 'assay-small-environment-'));
    const market = join(root, 'market');
    await sharedMarket({ products: 3_000, seed: 7, folder: market });
    const index = MarketIndex.open(indexPath(market));
    const problems = await Array.fromAsync(
      synthesiseProblems({ index, count, mix: { product: 1 }, seed: 7, threads: 1 }),
    );
    index.close();
    const lines = problems.map((problem) => `${JSON.stringify(problemToWire(problem))}\n`);
    writeFileSync(join(root, 'some.jsonl'), lines.join(''));
    return new SmallEnvironment(root, problems);
  }

  /** Starts a server and returns its address. */
  async serve(words: readonly string[], variables: Variables = {}): Promise<string> {
    const child = spawn(
      process.execPath,
      [PROGRAM, 'env', 'serve', '--market', 'market', '--port', '0', '--json', ...words],
      { cwd: this.root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables } },
    );
    this.#started.push(child);
    let said = '';
    for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += piece;
      if (said.trimEnd().endsWith('\n}')) return JSON.parse(said).url;
    }
    throw new Error(`it ended: ${said}`);
  }

  /** The output of a program; throws an error with its output if it failed. */
  async run(program: string, words: readonly string[], variables: Variables = {}): Promise<string> {
    const child = spawn(program, words, {
      cwd: this.root,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: '1', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return output;
    throw new Error(`${program} ended with ${child.exitCode}:\n${output.slice(-3_000)}\n${error.slice(-3_000)}`);
  }

  remove(): void {
    for (const child of this.#started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    rmSync(this.root, { recursive: true });
  }
}
