import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import type { TrainingSummary } from '../../src/training/summary.ts';
import { writeSampleEpisodes } from '../../src/training/testing/sample-episodes.ts';
import { sampleSummary } from '../../src/training/testing/sample-summary.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { type ServedArena, serveArena } from './serve-arena.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-training-page-'));
const runs = join(folder, 'runs');
let arena: ServedArena;
let url: string;

beforeAll(async () => {
  arena = await serveArena(['--data', join(folder, 'arena'), '--training', runs]);
  url = arena.url;
});

afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the summary as a run does: to a temporary file, then renamed. */
function publish(run: string, summary: TrainingSummary): void {
  mkdirSync(join(runs, run), { recursive: true });
  const path = join(runs, run, 'summary.json');
  writeFileSync(`${path}.new`, JSON.stringify(summary));
  renameSync(`${path}.new`, path);
}

/** A little longer than the server caches the list of runs. */
const LIST_AGE_MILLISECONDS = 1_100;

beforeEach(async () => {
  rmSync(runs, { recursive: true, force: true });
  // Otherwise the page would request runs of another test, which no longer exist.
  await sleep(LIST_AGE_MILLISECONDS);
});

describe('the training page', { timeout: scaled(60_000) }, () => {
  it('the training page has an empty state', async () => {
    const page = await openPage('/training', { url });
    await page.waitForSelector('.state:has-text("No training run of this arena is shown")');
    expect(await page.textContent('.state p:last-child')).toMatch(/assay train run/);
    await expectAccessible(page);
  });

  itSample([
    ['in the light', {}],
    ['in the dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 390, height: 844 } }],
  ])('the training page shows the output of a run, %s', async (_, settings) => {
    publish('first', sampleSummary());
    const page = await openPage('/training', { url, ...settings });
    await page.getByText('untrained').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/simulated The corpus and the teacher’s answers were made by simulated models/);
    expect(text).toMatch(/dev-75: 75 problems, 8 tries each/);
    expect(text).toMatch(/pass@1[\s\S]*pass@8/);
    expect(text).toMatch(/grpo stopped: too far from the starting model\s+partly measured: 587 of 675 episodes/);
    expect(text).toMatch(/kto\s+left out when the run was started/);
    expect(text).toMatch(/unfiltered corpus[\s\S]*worse[\s\S]*scripted only[\s\S]*no significant difference/);
    expect(text).toContain('No episode of this run can be shown');
    expect(text).not.toContain('measured elsewhere');
    await page.waitForSelector('figure svg');
    const labels = await page.locator('figure [role=img]').evaluateAll((all) => all.map((each) => each.ariaLabel));
    expect(labels.join()).toMatch(/loss from 2\.000 to 0\.002/);
    await expectAccessibleState(page);
  });

  it('the names of stages do not overlap below the chart on a phone', async () => {
    const [stage] = sampleSummary().stages;
    const shown = ['untrained', 'sft', 'rejection', 'teacher', 'kto', 'grpo'];
    publish('first', sampleSummary({ stages: shown.map((name) => ({ ...stage!, stage: name })) }));
    const page = await openPage('/training', { url, viewport: { width: 390, height: 844 } });
    const names = page.locator('figure:has([aria-label^="pass@1 by stage"]) [aria-label="x-axis tick label"] text');
    await names.first().waitFor();
    const { names: drawn, overlapping } = await names.evaluateAll((all) => {
      const texts = all as SVGTextElement[];
      const doOverlap = (one: SVGTextElement, other: SVGTextElement): boolean => {
        // In the coordinates of the first, because both may be rotated.
        const to = one.getScreenCTM()!.inverse().multiply(other.getScreenCTM()!);
        const [a, b] = [one.getBBox(), other.getBBox()];
        const [x, y] = [b.x + to.e, b.y + to.f];
        return x < a.x + a.width && a.x < x + b.width && y < a.y + a.height && a.y < y + b.height;
      };
      const pairs = texts.slice(1).map((text, place) => [texts[place]!, text] as const);
      return {
        names: texts.map(({ textContent }) => textContent),
        overlapping: pairs
          .filter(([one, other]) => doOverlap(one, other))
          .map((pair) => pair.map((text) => text.textContent)),
      };
    });
    expect(drawn).toEqual(shown);
    expect(overlapping).toEqual([]);
  });

  it('lays the runs of the address over each other, and says when they cannot be compared', async () => {
    publish('first', sampleSummary());
    publish('second', sampleSummary({ trained_at: '2026-10-01T00:00:00.000Z' }));
    const other = { suite: 'dev-400', problems: 400, tries: 1 };
    publish('third', sampleSummary({ trained_at: '2026-09-01T00:00:00.000Z', measured_on: other }));
    const page = await openPage('/training', { url });
    await page.getByLabel(/^second/).check();
    await page.waitForURL(/runs=here\.first(,|%2C)here\.second/);
    const lines = page.locator('figure:has([aria-label*="sft: loss"]) svg [aria-label="line"] path');
    await expect.poll(() => lines.count(), { timeout: scaled(20_000) }).toBe(2);
    expect(await page.locator('figure [role=img][aria-label*="sft: loss"]').getAttribute('aria-label')).toMatch(
      /first from .*; second from /,
    );
    expect(await page.locator('main').innerText()).not.toContain('not comparable');
    await page.getByLabel(/^third/).check();
    await page.getByText(/measured on different problems: dev-75 .*; dev-400/).waitFor();
    await expectAccessibleState(page);
    await page.reload();
    await page.getByText(/measured on different problems/).waitFor();
    expect(await page.locator('input:checked').count()).toBe(3);
  });

  it('shows what each stage did at the same problem, beside each other', async () => {
    // A separate run, because the server looks up the episodes of a run only every few seconds.
    publish('sampled', sampleSummary());
    for (const stage of ['base', 'sft'] as const) await writeSampleEpisodes(join(runs, 'sampled'), stage);
    const page = await openPage('/training', { url });
    const samples = page.locator('.sample');
    await samples.nth(1).waitFor();
    expect(await samples.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^untrained\s+failed greedy[\s\S]*The greedy words of base\.\s+calls find_product\s+q\s+lamp/,
      ),
      expect.stringMatching(/^sft\s+solved greedy[\s\S]*The greedy words of sft\./),
    ]);
    const [left, right] = [await samples.nth(0).boundingBox(), await samples.nth(1).boundingBox()];
    expect(left!.y).toBe(right!.y);
    await page.getByLabel('Problem', { exact: true }).selectOption('p2');
    await page.waitForURL(/problem=p2/);
    await page.getByText('A lamp, as in p2.').first().waitFor();
    await expectAccessibleState(page);
  });

  it('the training page claims nothing of simulated models without any, and shows a run that has only begun', async () => {
    const begun = { stages: [], curves: [], ablations: [], not_run: [{ what: 'sft', why: 'to come' as const }] };
    publish('first', sampleSummary({ simulated: [], about: null, ...begun }));
    const page = await openPage('/training', { url });
    await page.getByText('No stage was measured yet').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('simulated');
    await expectAccessibleState(page);
    publish('first', sampleSummary({ simulated: [] }));
    await page.getByText('untrained').first().waitFor();
  });

  it('says that a summary cannot be read, and shows the others', async () => {
    publish('first', sampleSummary());
    mkdirSync(join(runs, 'second'), { recursive: true });
    writeFileSync(join(runs, 'second', 'summary.json'), '{"model":');
    const page = await openPage('/training', { url });
    await page.getByText(/1 file of training runs cannot be read/).waitFor();
    await page.getByText('What was trained').first().waitFor();
    await expectAccessibleState(page);
  });

  itSample([1280, 390])('shows the runs that come with Assay apart and marked, at %i px', async (width) => {
    const page = await openPage('/training', { viewport: { width, height: 844 } });
    await page.getByText('Arms of an ablation: experiment').waitFor();
    await page.getByText('untrained').first().waitFor();
    const part = page.locator('[data-origin="elsewhere"]');
    expect(await part.locator('.elsewhere').innerText()).toMatch(/measured elsewhere[\s\S]*not results of this arena/);
    const sections = await part.locator('.section:not(:has(.run-choice))').allInnerTexts();
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.filter((text) => !text.includes('measured elsewhere'))).toEqual([]);
    expect(await page.locator('[data-origin="here"]').count()).toBe(0);
    const arms = await page.locator('section:has(h2:text("Arms of an ablation: experiment"))').innerText();
    expect(arms).toMatch(/filtered\s+0\.0387[\s\S]*no significant difference/);
    expect(arms).toContain('Not compared, because an arm was not measured');
    await part.locator('section:has(h2:text("Samples of each stage: assay-135m")) .sample').nth(1).waitFor();
    const exploratory = page.locator('section:has(h2:text("Arms of an ablation: experiment")) details');
    await exploratory.locator('summary').click();
    expect(await exploratory.innerText()).toMatch(/filtered vs\. spoken, rule score\s[\s\S]*?\+0\.093/);
    await expectAccessibleState(page);
  });

  itSample([1280, 390])('shows the shipped samples of a model before and after training, at %i px', async (width) => {
    const page = await openPage('/training', { viewport: { width, height: 844 } });
    const section = page.locator('section:has(h2:text("Samples of each stage: assay-135m"))');
    const samples = section.locator('.sample');
    await samples.nth(1).waitFor();
    expect(await section.innerText()).toMatch(
      /measured elsewhere[\s\S]*every twentieth problem of dev-75 at temperature 0/,
    );
    expect(await samples.locator('h3').allInnerTexts()).toEqual(['untrained', 'sft']);
    expect(await section.getByLabel('Problem', { exact: true }).locator('option').count()).toBe(4);
    const [left, right] = [await samples.nth(0).boundingBox(), await samples.nth(1).boundingBox()];
    if (width > 1_000) expect(left!.y).toBe(right!.y);
    expect(await samples.nth(1).innerText()).toContain('calls find_product');
    // Choosing the run shows its numbers too, and its samples once.
    await page.getByLabel(/^assay-135m/).check();
    await page.waitForURL(/runs=.*elsewhere\.assay-135m/);
    await page.getByText('dev-75-every-twentieth: 4 problems, 1 try each').first().waitFor();
    await expectAccessibleState(page);
  });
});
