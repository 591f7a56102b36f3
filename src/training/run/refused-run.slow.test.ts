import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../corpus/release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../../corpus/testing/sample-filtered.ts';
import { sha256 } from '../../store/sha256.ts';
import { ended, killGroup, SampleTraining } from '../testing/sample-training.ts';

let training: SampleTraining;
beforeAll(async () => {
  training = await SampleTraining.make(new URL('../../../bin/assay.js', import.meta.url));
});
afterAll(() => training.end());

describe('refused training runs', () => {
  /** The release with changed rows in its train split and a matching manifest. */
  function releaseWith(name: string, change: (row: Record<string, unknown>) => void): string {
    const folder = join(training.root, name);
    cpSync(training.ground.release, folder, { recursive: true });
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

  it('refuses a run with a held-out row, naming the row', async () => {
    const release = releaseWith('held-out', (row) => {
      row.split = 'heldout';
    });
    const ran = await training.run(training.out('held-out'), '--recipe', training.recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toMatch(/Row \S+ of sample belongs to the split heldout/);
    expect(existsSync(training.out('held-out'))).toBe(false);
  });

  it('refuses a run whose row leaks a measured problem, naming both', async () => {
    const [problem] = training.ground.devProblems;
    const input = writeFiltered(join(training.root, 'leaking-filtered'), [sampleRow(problem!, { id: 'leaky' })]);
    const release = join(training.root, 'leaking');
    const settled = [{ problem: problem!, split: 'train' as const }];
    await buildRelease(sampleBuildOptions(input, release, { problems: [problem!], settled }));
    const ran = await training.run(training.out('leaking'), '--recipe', training.recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toContain(`row leaky of sample gives away ${problem!.id}`);
    expect(existsSync(training.out('leaking'))).toBe(false);
  });

  it('refuses a run without usable rows, counting the reasons', async () => {
    const release = releaseWith('failures', (row) => {
      row.outcome = { ...(row.outcome as object), success: false };
    });
    const ran = await training.run(training.out('failures'), '--recipe', training.recipe(), '--corpus', release);
    expect(ran.code).toBe(1);
    expect(ran.complaints).toMatch(/None of the (\d+) rows .* can be trained on \(\1: they did not end in a success\)/);
  });

  it('refuses a run with another chat template', async () => {
    const ran = await training.run(
      training.out('template'),
      '--recipe',
      training.recipe({ template_sha256: '0'.repeat(64) }),
    );
    expect(ran.code).toBe(1);
    expect(ran.complaints).toContain('is for the chat template 000000000000…');
  });

  it('refuses a run with an invalid or unknown field, naming it', async () => {
    const ran = await training.run(
      training.out('field'),
      '--recipe',
      training.recipe({ lora: { rank: 0, alpha: 1 } }),
      '--json',
    );
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.said)).toMatchObject({ error: { message: expect.stringContaining('lora.rank') } });
  });

  it('refuses a run when rows in its folder leak a measured problem, naming both', async () => {
    const [problem] = training.ground.devProblems;
    const place = join(training.out('found'), 'stages', '1-sft');
    const messages = [
      { role: 'user', content: `Please: ${problem!.query}` },
      { role: 'assistant', content: 'No.' },
    ];
    const row = { id: 'placed', problem_id: 'somewhere-else', split: 'train', messages, tools: '', weight: 1 };
    const rows = `${JSON.stringify(row)}\n`;
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'rows.jsonl'), rows);
    const file = { file: 'rows.jsonl', sha256: sha256(rows), bytes: rows.length };
    writeFileSync(join(place, 'rows.done.json'), JSON.stringify({ ...file, rows: 1, counts: {}, problems: null }));
    const ran = await training.run(training.out('found'), '--recipe', training.recipe(), '--stage', 'sft');
    expect(ran.code).toBe(1);
    const named = `row placed of ${join('stages', '1-sft', 'rows.jsonl')} gives away ${problem!.id}`;
    expect(ran.complaints).toContain(named);
    expect(existsSync(join(place, 'train'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('refuses a run whose folder cannot be created', async () => {
    const ran = await training.run('/proc/x', '--recipe', training.recipe());
    expect(ran.code).toBe(2);
    expect(ran.complaints).toMatch(/^assay: [^\n]*making \/proc\/x/);
  });

  it('refuses a run without its earlier stage, naming it', async () => {
    const ran = await training.run(training.out('later'), '--recipe', training.recipe(), '--stage', 'kto');
    expect(ran.code).toBe(2);
    expect(ran.complaints).toContain('Stage kto needs the output of teacher');
  });

  it('refuses a run without torch, in one line that says how to install it', async () => {
    const bare = join(training.root, 'bare-python');
    const program =
      'import sys; sys.path.insert(0, sys.argv.pop(1)); import runpy; runpy.run_module("trainer", run_name="__main__")';
    writeFileSync(bare, `#!/bin/sh\nshift 2\nexec python3 -S -E -c '${program}' "$PYTHONPATH" "$@"\n`);
    chmodSync(bare, 0o755);
    const ran = await training.run(training.out('bare'), '--recipe', training.recipe(), '--python', bare);
    expect(ran.code).toBe(2);
    const [first, second, ...rest] = ran.complaints.trimEnd().split('\n');
    expect(first).toMatch(/^assay: \S+ has no torch/);
    expect(second).toContain('pip install');
    expect(rest).toEqual([]);
  });
});

describe('a harness for another trainer', () => {
  it('a harness for another trainer serves only the problems its run was begun with', async () => {
    const suite = join(training.root, 'other-train.jsonl');
    cpSync(training.ground.train, suite);
    const given = JSON.parse(readFileSync(training.recipe(), 'utf8'));
    const own = join(training.root, 'recipe-harness.json');
    writeFileSync(own, JSON.stringify({ ...given, suites: { ...given.suites, train: suite } }));
    // Without Python, the run gets as far as recording its inputs.
    expect(
      (await training.run(training.out('harness'), '--recipe', own, '--python', join(training.root, 'no-python'))).code,
    ).toBe(2);
    const serve = (): ChildProcess =>
      training.spawn('harness', training.out('harness'), '--market', training.ground.market);
    const serving = serve();
    const [first] = await once(createInterface({ input: serving.stdout! }), 'line');
    expect(first).toMatch(/^ASSAY_REWARD_URL=http/);
    killGroup(serving);
    writeFileSync(suite, readFileSync(suite, 'utf8').trimEnd().split('\n').slice(1).join('\n'));
    const { code, complaints } = await ended(serve());
    expect(code).toBe(1);
    expect(complaints).toContain('another input: suites.train is');
  });
});
