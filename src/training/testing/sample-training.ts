import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../store/sha256.ts';
import { type SampleGround, sampleGround } from './sample-ground.ts';

const RECIPE = fileURLToPath(new URL('../../../recipes/ci.json', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly complaints: string;
}

/** For tests: `assay train` as a separate process on the sample market. */
export class SampleTraining {
  readonly root: string;
  readonly ground: SampleGround;
  readonly #program: string;
  readonly #started: ChildProcess[] = [];

  private constructor(program: string, root: string, ground: SampleGround) {
    this.#program = program;
    this.root = root;
    this.ground = ground;
  }

  /** `program` starts the command line, which this room may not import. */
  static async make(program: URL): Promise<SampleTraining> {
    const root = mkdtempSync(join(tmpdir(), 'assay-train-run-'));
    return new SampleTraining(fileURLToPath(program), root, await sampleGround(root));
  }

  /** The CI recipe for the small market, with some fields changed. */
  recipe(changed: Readonly<Record<string, unknown>> = {}): string {
    const given = JSON.parse(readFileSync(RECIPE, 'utf8'));
    const { train, dev, heldOut } = this.ground;
    const suites = { ...given.suites, train, dev, held_out: [heldOut] };
    const path = join(this.root, `recipe-${sha256(JSON.stringify(changed)).slice(0, 8)}.json`);
    writeFileSync(path, JSON.stringify({ ...given, suites, ...changed }));
    return path;
  }

  out(name: string): string {
    return join(this.root, 'runs', name);
  }

  /** Runs `assay train` with these arguments, in a process group that is killed as a whole. */
  spawn(...words: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [this.#program, 'train', ...words], {
      cwd: this.root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // With two threads, a tiny model spends more time on waiting for the second thread than on computing.
      env: { ...process.env, OMP_NUM_THREADS: '1' },
    });
    this.#started.push(child);
    return child;
  }

  start(out: string, ...more: readonly string[]): ChildProcess {
    const { release, market } = this.ground;
    return this.spawn('run', '--corpus', release, '--market', market, '--out', out, ...more);
  }

  async run(out: string, ...more: readonly string[]): Promise<Ran> {
    return await ended(this.start(out, ...more));
  }

  end(): void {
    for (const child of this.#started) if (child.exitCode === null && child.signalCode === null) killGroup(child);
    rmSync(this.root, { recursive: true });
  }
}

export async function ended(child: ChildProcess): Promise<Ran> {
  const [said, complaints] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { code: child.exitCode, said, complaints };
}

export function killGroup(child: ChildProcess): void {
  process.kill(-child.pid!, 'SIGKILL');
}
