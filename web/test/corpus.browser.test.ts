import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CorpusRow, CorpusRows } from '../../src/corpus/corpus-rows-schema.ts';
import { filterFunnel } from '../../src/corpus/filter/filter-funnel.ts';
import { LOG_FIXTURES } from '../../src/corpus/logs/testing/log-fixtures.ts';
import { sampleRows } from '../../src/corpus/testing/sample-attempts.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { type ServedArena, serveArena } from './serve-arena.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const SOON = { timeout: scaled(20_000) };
const folder = mkdtempSync(join(tmpdir(), 'assay-corpus-page-'));
let arena: ServedArena;
let url: string;

interface Filtered {
  readonly rows: number;
  readonly kept: number;
  readonly claimed: number;
  readonly quarantined: number;
  readonly deciding: Readonly<Record<string, number>>;
  readonly failing: Readonly<Record<string, number>>;
  readonly quarantine: Readonly<Record<string, number>>;
}

interface Built {
  readonly manifest: { readonly rows: number; readonly splits: Readonly<Record<string, { readonly rows: number }>> };
}

let filtered: Filtered;
let built: Built;

async function corpus(...words: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'corpus', ...words, '--json'], {
    cwd: folder,
    maxBuffer: 64 * 1024 ** 2,
  });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  writeFileSync(join(folder, 'day.jsonl'), [...sampleRows(120), '{"version": 9}'].join('\n'));
  filtered = (await corpus('filter', 'day.jsonl', LOG_FIXTURES, '--out', 'filtered')) as Filtered;
  built = (await corpus('build', 'filtered', '--out', 'release')) as Built;
  arena = await serveArena(['--data', join(folder, 'arena'), '--corpus', join(folder, 'release')]);
  url = arena.url;
});

afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The cells of the table in a section, row by row. */
async function cellsOf(page: Page, title: string): Promise<string[][]> {
  const rows = page.locator(`section:has(> .section-head h2:text-is("${title}")) tbody tr`);
  await rows.first().waitFor();
  return await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim())),
  );
}

const number = (text: string | undefined): number => Number(text?.replaceAll(/[^\d]/g, ''));

describe('the corpus page', { timeout: scaled(90_000) }, () => {
  it('the corpus page has the numbers that the command line prints', async () => {
    const page = await openPage('/corpus', { url });
    const cells = await cellsOf(page, 'From attempts to rows');
    const rowOf = (what: string): string[] => cells.find(([text]) => text!.includes(what)) ?? [];
    expect(number(rowOf('attempts read')[1])).toBe(filtered.rows);
    expect(number(rowOf('kept by the filter')[1])).toBe(filtered.kept);
    expect(number(rowOf('in the release')[1])).toBe(built.manifest.rows);
    expect(filtered.quarantined).toBeGreaterThan(0);
    expect(filtered.claimed).toBeGreaterThan(0);
    expect(number(rowOf('CLAIMED')[1])).toBe(filtered.claimed);
    for (const [reason, rows] of Object.entries(filtered.quarantine).filter(([, count]) => count > 0)) {
      expect(number(rowOf(reason)[1]), reason).toBe(rows);
    }
    const reasons = Object.entries(filtered.deciding).filter(([, count]) => count > 0);
    expect(reasons.length).toBeGreaterThan(1);
    for (const [reason, rows] of reasons) {
      expect([number(rowOf(reason)[1]), number(rowOf(reason)[2])], reason).toEqual([rows, filtered.failing[reason]]);
    }
    const { deciding, quarantine, claimed } = filtered;
    const losses = Object.entries({ ...deciding, ...quarantine, CLAIMED: claimed });
    const stages = filterFunnel(
      filtered.rows,
      losses.map(([reason, rows]) => ({ reason, rows })),
    );
    expect(stages.map(({ stage }) => number(rowOf(stage)[1]))).toEqual(stages.map(({ rows }) => rows));
    const untilKept = cells.slice(0, cells.indexOf(rowOf('kept by the filter'))).map(([, rows]) => rows!);
    const lost = untilKept.filter((rows) => rows.startsWith('−')).map(number);
    expect(lost.reduce((sum, rows) => sum + rows, 0)).toBe(filtered.rows - filtered.kept);
    const { splits } = built.manifest;
    const files = await cellsOf(page, 'Files');
    for (const split of ['train', 'dev'] as const) {
      const [, rows] = files.find(([name]) => name!.startsWith(`${split}/trajectories.jsonl`))!;
      expect(number(rows), split).toBe(splits[split]!.rows);
    }
    expect(files.flat().join()).not.toContain('heldout');
  });

  itSample([
    ['in the light', {}],
    ['in the dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 390, height: 844 } }],
  ])('shows its card as a document, %s', async (_, settings) => {
    const page = await openPage('/corpus', { url, ...settings });
    await page.locator('.markdown h4', { hasText: 'Verified how?' }).waitFor();
    expect(await page.locator('.markdown table').count()).toBeGreaterThan(3);
    expect(await page.locator('.markdown').innerText()).not.toMatch(/^\|/m);
    await page.locator('#rows tbody tr').first().waitFor();
    await expectAccessible(page);
  });

  it('shows no markup and no links from texts in the card', async () => {
    const card = [
      '# Card <script>globalThis.pwned = 1</script>',
      '<img src="x" onerror="globalThis.pwned = 1">',
      '<div><a href="https://evil.example">here</a></div>',
      '[click](javascript:globalThis.pwned=1) ![picture](https://evil.example/x.png) https://evil.example <https://evil.example>',
      '| a \u202E b | **bold** |\n|---|---|\n| <b>x</b> | `code` |',
    ].join('\n\n');
    const page = await openPage('/corpus', {
      url,
      prepare: (fresh) => changeAnswer<object>(fresh, '/v1/public/corpus', (corpus) => ({ ...corpus, card })),
    });
    const shown = page.locator('.markdown');
    await shown.locator('strong', { hasText: 'bold' }).waitFor();
    expect(await shown.locator('script, img, a, b, div, iframe').count()).toBe(0);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    const text = await shown.innerText();
    expect(text).toContain('<script>globalThis.pwned = 1</script>');
    expect(text).toContain('javascript:globalThis.pwned=1');
    expect(text).not.toContain('\u202E');
    await expectAccessibleState(page);
  });

  it('filters rows in the address, page by page', async () => {
    const all = (await (await fetch(`${url}/v1/public/corpus/rows?limit=100`)).json()) as CorpusRows;
    const page = await openPage('/corpus', { url });
    const rows = page.locator('#rows tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(Math.min(25, all.total));
    expect(await page.locator('#rows caption').innerText()).toContain(`${all.total} rows`);
    if (all.next_cursor !== null || all.total > 25) {
      await page.getByRole('button', { name: 'Show more rows' }).click();
      await expect.poll(() => rows.count(), SOON).toBeGreaterThan(25);
    }
    const claimed = all.filters.find(({ name }) => name === 'origin')!.values.find(({ value }) => value === 'claimed')!;
    await page.getByLabel('Origin', { exact: true }).selectOption('claimed');
    await page.waitForURL(/origin=claimed/);
    await expect.poll(() => rows.count(), SOON).toBe(claimed.rows);
    await page.reload();
    await expect.poll(() => rows.count(), SOON).toBe(claimed.rows);
    await page.getByLabel('Calls chosen by', { exact: true }).selectOption('claimed');
    await page.getByLabel('Outcome', { exact: true }).selectOption({ index: 1 });
    await page.waitForURL(/outcome=/);
    await expectAccessibleState(page);
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await page.waitForURL(/\/corpus$/);
  });

  itSample([1280, 390])('shows a row as a conversation with where it comes from, at %i px', async (width) => {
    const { rows } = (await (await fetch(`${url}/v1/public/corpus/rows?origin=recorded&limit=1`)).json()) as CorpusRows;
    const row = (await (await fetch(`${url}/v1/public/corpus/rows/${rows[0]!.id}`)).json()) as CorpusRow;
    const page = await openPage('/corpus?origin=recorded', { url, viewport: { width, height: 844 } });
    await page.locator('#rows tbody a').first().click();
    await page.waitForURL(/\/corpus\/rows\//);
    await page.locator('.conversation > li').first().waitFor();
    expect(await page.locator('.conversation > li').count()).toBe(row.messages.length);
    const text = await page.locator('main').innerText();
    for (const part of [
      row.provenance.sha256,
      row.provenance.attempt_id,
      row.provenance.licence,
      row.split,
      row.model,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/calls find_product/);
    await expectAccessibleState(page);
    await page.getByText('Back to the filtered rows').click();
    await page.waitForURL(/\/corpus\?origin=recorded/);
  });
});
