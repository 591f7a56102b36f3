import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../../src/testing/scaled.ts';
import type { TrainingSummary } from '../../src/training/summary.ts';
import { sampleSummary } from '../../src/training/testing/sample-summary.ts';
import { expectAccessible, openPage } from './harness.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-training-page-'));
const runs = join(folder, 'runs');
let arena: ChildProcess;
let url: string;

beforeAll(async () => {
  const options = ['--data', join(folder, 'arena'), '--training', runs, '--port', '0'];
  // In its folder and nowhere else, whatever database the tests of others are given.
  const env = { ...process.env, DATABASE_URL: undefined };
  arena = spawn(process.execPath, [PROGRAM, 'serve', ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((resolve, reject) => {
    let said = '';
    arena.stdout!.on('data', (chunk) => {
      said += String(chunk);
      const found = /Arena at (http:\S+)/.exec(said);
      if (found !== null) resolve(found[1]!);
    });
    arena.on('exit', () => reject(new Error(`the arena ended: ${said}`)));
  });
});

afterAll(async () => {
  const ended = new Promise((resolve) => arena.on('exit', resolve));
  arena.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** As a run writes it: aside, then into its place. */
function publish(run: string, summary: TrainingSummary): void {
  mkdirSync(join(runs, run), { recursive: true });
  const path = join(runs, run, 'summary.json');
  writeFileSync(`${path}.new`, JSON.stringify(summary));
  renameSync(`${path}.new`, path);
}

beforeEach(() => rmSync(runs, { recursive: true, force: true }));

describe('the training page', { timeout: scaled(60_000) }, () => {
  it('has words for an arena in which nothing was trained', async () => {
    const page = await openPage('/training', { url, allow: /404/ });
    await page.waitForSelector('.state:has-text("No training is shown here")');
    expect(await page.textContent('.state code')).toMatch(/assay train run/);
    await expectAccessible(page);
  });

  it.each([
    ['in the light', {}],
    ['in the dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 360, height: 740 } }],
  ] as const)('shows what a run wrote, %s', async (_, settings) => {
    publish('first', sampleSummary());
    const page = await openPage('/training', { url, ...settings });
    await page.getByText('untrained').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/simulated The corpus and the teacher’s answers were made by simulated models/);
    expect(text).toContain('tiny (2 layers x 128, random)');
    expect(text).toMatch(/dev-75: 75 problems, 8 tries each/);
    expect(text).toMatch(/pass@1[\s\S]*pass@8/);
    expect(text).toMatch(/grpo stopped: too far from its start\s+measured in part: 587 of 675 episodes/);
    expect(text).toMatch(/kto\s+left out by whoever started it/);
    expect(text).toMatch(/unfiltered corpus[\s\S]*worse[\s\S]*scripted only[\s\S]*no difference shown/);
    await page.waitForSelector('figure svg');
    expect(await page.getAttribute('figure [role=img]', 'aria-label')).toMatch(/loss from 2\.000 to 0\.002/);
    await expectAccessible(page);
  });

  it('claims nothing of simulated models where none had a part, and shows a run with nothing but a beginning', async () => {
    const begun = { stages: [], curves: [], ablations: [], not_run: [{ what: 'sft', why: 'to come' as const }] };
    publish('first', sampleSummary({ simulated: [], about: null, ...begun }));
    const page = await openPage('/training', { url });
    await page.getByText('No stage was measured yet').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('simulated');
    await expectAccessible(page);
    publish('first', sampleSummary({ simulated: [] }));
    await page.getByText('untrained').first().waitFor();
  });

  it('does not take a summary that cannot be read for none', async () => {
    publish('first', sampleSummary());
    mkdirSync(join(runs, 'second'), { recursive: true });
    writeFileSync(join(runs, 'second', 'summary.json'), '{"model":');
    const page = await openPage('/training', { url, allow: /503/ });
    await page.getByText('Couldn’t load the training').waitFor();
    await expectAccessible(page);
    rmSync(join(runs, 'second'), { recursive: true });
    await page.click('button:text("Try again")');
    await page.getByText('What was trained').waitFor();
  });
});
