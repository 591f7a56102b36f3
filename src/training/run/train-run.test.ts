import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../corpus/release/build-release.ts';
import { sampleOrder, sampleRow, writeFiltered } from '../../corpus/release/sample-filtered.ts';
import { sha256 } from '../../store/sha256.ts';
import { STAGES } from '../recipe/stage.ts';
import { trainingSummarySchema } from '../summary/training-summary.ts';
import { type SampleGround, sampleGround } from './sample-ground.ts';

const ASSAY = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const RECIPE = fileURLToPath(new URL('../../../recipes/ci.json', import.meta.url));
const PYTHON = process.env.ASSAY_TRAINER_PYTHON || undefined;
const MOST_SHARD_BYTES = 15 * 1024 * 1024;

const root = mkdtempSync(join(tmpdir(), 'assay-train-run-'));
let ground: SampleGround;
const started: ChildProcess[] = [];

beforeAll(async () => {
  ground = await sampleGround(root);
});
afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) killGroup(child);
  rmSync(root, { recursive: true });
});

/** The recipe of CI in the small market, with some fields otherwise. */
function recipe(changed: Record<string, unknown> = {}): string {
  const given = JSON.parse(readFileSync(RECIPE, 'utf8'));
  const { train, dev, heldOut } = ground;
  const suites = { ...given.suites, train, dev, held_out: [heldOut] };
  const path = join(root, `recipe-${sha256(JSON.stringify(changed)).slice(0, 8)}.json`);
  writeFileSync(path, JSON.stringify({ ...given, suites, ...changed }));
  return path;
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly complaints: string;
}

function start(out: string, ...more: readonly string[]): ChildProcess {
  const words = ['train', 'run', '--corpus', ground.release, '--market', ground.market, '--out', out, ...more];
  const child = spawn(process.execPath, [ASSAY, ...words], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: '2' },
  });
  started.push(child);
  return child;
}

async function run(out: string, ...more: readonly string[]): Promise<Ran> {
  const child = start(out, ...more);
  const [said, complaints] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { code: child.exitCode, said, complaints };
}

function killGroup(child: ChildProcess): void {
  process.kill(-child.pid!, 'SIGKILL');
}

function out(name: string): string {
  return join(root, 'runs', name);
}

describe('a run that must not begin', () => {
  /** The release with the rows of its train split changed, and a manifest that agrees. */
  function releaseWith(name: string, change: (row: Record<string, unknown>) => void): string {
    const folder = join(root, name);
    cpSync(ground.release, folder, { recursive: true });
    const file = join(folder, 'train', 'trajectories.jsonl');
    const rows = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const row of rows) change(row);
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const manifest = join(folder, 'manifest.json');
    const before = JSON.parse(readFileSync(manifest, 'utf8'));
    before.splits.train.trajectories.sha256 = sha256(readFileSync(file, 'utf8'));
    writeFileSync(manifest, JSON.stringify(before));
    return folder;
  }

  it('because a row is held out is refused by the name of the row', async () => {
    const release = releaseWith('held-out', (row) => {
      row.split = 'heldout';
    });
    const ran = await run(out('held-out'), '--recipe', recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toMatch(/Row \S+ of sample belongs to the split heldout/);
    expect(existsSync(out('held-out'))).toBe(false);
  });

  it('because a row gives a measured problem away is refused by name of both', async () => {
    const [problem] = ground.devProblems;
    const input = writeFiltered(join(root, 'leaking-filtered'), [sampleRow(problem!, { id: 'leaky' })]);
    const release = join(root, 'leaking');
    const settled = [{ problem: problem!, split: 'train' as const }];
    await buildRelease(sampleOrder(input, release, { problems: [problem!], settled }));
    const ran = await run(out('leaking'), '--recipe', recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toContain(`row leaky of sample gives away ${problem!.id}`);
    expect(existsSync(out('leaking'))).toBe(false);
  });

  it('because no row fits says how many were left out for what', async () => {
    const release = releaseWith('failures', (row) => {
      row.outcome = { ...(row.outcome as object), success: false };
    });
    const ran = await run(out('failures'), '--recipe', recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toMatch(/None of the (\d+) rows .* can be trained on \(\1: they did not end in a success\)/);
  });

  it('because of another chat template is refused', async () => {
    const ran = await run(out('template'), '--recipe', recipe({ template_sha256: '0'.repeat(64) }));
    expect(ran.code).toBe(1);
    expect(ran.complaints).toContain('is for the chat template 000000000000…');
  });

  it('because a field is wrong, or unknown, says which', async () => {
    const ran = await run(out('field'), '--recipe', recipe({ lora: { rank: 0, alpha: 1 } }), '--json');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.said)).toMatchObject({ error: { message: expect.stringContaining('lora.rank') } });
  });

  it('because an earlier stage is missing says which', async () => {
    const ran = await run(out('later'), '--recipe', recipe(), '--stage', 'kto');
    expect(ran.code).toBe(2);
    expect(ran.complaints).toContain('Stage kto needs what teacher makes');
  });

  it('because torch is not there says so in one line, and how to install it', async () => {
    const bare = join(root, 'bare-python');
    const program =
      'import sys; sys.path.insert(0, sys.argv.pop(1)); import runpy; runpy.run_module("trainer", run_name="__main__")';
    writeFileSync(bare, `#!/bin/sh\nshift 2\nexec python3 -S -E -c '${program}' "$PYTHONPATH" "$@"\n`);
    chmodSync(bare, 0o755);
    const ran = await run(out('bare'), '--recipe', recipe(), '--python', bare);
    expect(ran.code).toBe(2);
    const [first, second, ...rest] = ran.complaints.trimEnd().split('\n');
    expect(first).toMatch(/^assay: \S+ has no torch/);
    expect(second).toContain('pip install');
    expect(rest).toEqual([]);
  });
});

describe.skipIf(PYTHON === undefined)(
  'a run through five stages (where ASSAY_TRAINER_PYTHON names a Python with torch)',
  () => {
    interface Heard {
      readonly event: string;
      readonly stage?: string;
      readonly doing?: string;
      readonly said?: { readonly event: string };
    }

    it('survives a kill in the middle, ends with all adapters and a summary, and begins nothing else there', {
      timeout: 900_000,
    }, async () => {
      const folder = out('whole');
      const first = start(folder, '--recipe', recipe(), '--json');
      for await (const line of createInterface({ input: first.stdout! })) {
        const { event, stage, said } = JSON.parse(line) as Heard;
        if (event === 'trainer' && stage === 'rejection' && said?.event === 'step') {
          killGroup(first);
          break;
        }
      }
      const adapterOf = (stage: string): string =>
        readFileSync(join(folder, 'adapters', stage, 'adapter.json'), 'utf8');
      const sft = adapterOf('sft');
      expect(existsSync(join(folder, 'adapters', 'rejection'))).toBe(false);

      const second = await run(folder, '--recipe', recipe(), '--json');
      // A run that fails says why in its last words.
      expect(second.code === 0 ? '' : second.said.slice(-2_000)).toBe('');
      expect(second.complaints).toMatch(/^Simulated: corpus and teacher\.[^\n]*\n$/);
      const heard = second.said
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Heard & { readonly summary?: unknown });
      const kept = heard.filter(({ event }) => event === 'kept').map(({ stage, doing }) => `${stage} ${doing}`);
      expect(kept).toEqual(
        expect.arrayContaining(['base evaluation', 'sft train', 'sft evaluation', 'rejection rows']),
      );
      expect(adapterOf('sft')).toBe(sft);

      const metrics = readFileSync(join(folder, 'stages', '2-rejection', 'train', 'metrics.jsonl'), 'utf8');
      const steps = metrics
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).step as number);
      expect(steps).toEqual(steps.map((_, place) => place + 1));

      for (const stage of STAGES) {
        const shards = readdirSync(join(folder, 'adapters', stage)).filter((name) => name.endsWith('.safetensors'));
        expect(shards.length).toBeGreaterThan(0);
        for (const shard of shards)
          expect(statSync(join(folder, 'adapters', stage, shard)).size).toBeLessThanOrEqual(MOST_SHARD_BYTES);
      }

      const summary = trainingSummarySchema.parse(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')));
      expect(heard.at(-1)).toMatchObject({ event: 'summary', summary: JSON.parse(JSON.stringify(summary)) });
      expect(summary.stages.map(({ stage }) => stage)).toEqual(['untrained', ...STAGES]);
      for (const { measures } of summary.stages)
        expect(Object.keys(measures)).toEqual(['pass@1', 'pass@2', 'pass^2', 'greedy']);
      expect(summary.curves.map(({ stage, what }) => `${stage} ${what}`)).toEqual(
        expect.arrayContaining([...STAGES.map((stage) => `${stage} loss`), 'grpo reward']),
      );
      expect(summary.simulated).toEqual(['corpus', 'teacher']);
      expect(summary.not_run).toEqual([]);

      const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'));
      expect(report.plan.findings).toEqual([]);
      const planned = report.comparisons.filter(({ family }: { family: string }) => family === 'planned');
      expect(planned.map(({ left, right }: { left: string; right: string }) => `${left}-${right}`)).toEqual([
        'sft-base',
        'rejection-sft',
        'teacher-rejection',
        'kto-teacher',
        'grpo-teacher',
      ]);

      const other = await run(folder, '--recipe', recipe({ seed: 8 }), '--json');
      expect(other.code).toBe(1);
      expect(JSON.parse(other.said)).toMatchObject({ error: { field: 'seed' } });
    });
  },
);
