import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AttemptPageWire, LeaderboardWire, RunWire, VersionProblemsWire } from '../../src/board/wire.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { untilQuoteFocused } from './until-focused.ts';

async function read<T>(path: string): Promise<T> {
  return (await (await fetch(`${arenaUrl}${path}`)).json()) as T;
}

/** Every attempt in the contest that is public. */
async function* attempts(): AsyncGenerator<AttemptPageWire> {
  const { entries } = await read<LeaderboardWire>('/v1/public/leaderboard');
  for (const { agent_version_id } of entries) {
    const { problems } = await read<VersionProblemsWire>(`/v1/public/agent-versions/${agent_version_id}/problems`);
    for (const { problem_id, validator_results } of problems) {
      for (const { eval_run_id } of validator_results) {
        yield await read<AttemptPageWire>(`/v1/public/evaluation-runs/${eval_run_id}/problems/${problem_id}`);
      }
    }
  }
}

async function findAttempt(wanted: (attempt: AttemptPageWire) => boolean): Promise<string> {
  for await (const attempt of attempts()) {
    if (wanted(attempt)) return `/attempts/${attempt.eval_run_id}/${attempt.problem_id}`;
  }
  throw new Error('the contest has no such attempt');
}

/** Public results of race problems do not name a run, so the URL is put together here. */
async function findRaceAttempt(): Promise<string> {
  const { entries } = await read<LeaderboardWire>('/v1/public/leaderboard');
  for (const { agent_version_id } of entries) {
    const version = `/v1/public/agent-versions/${agent_version_id}`;
    const runs = await read<RunWire[]>(`${version}/runs`);
    const run = runs.find(({ phase, status }) => phase === 'RACE' && status === 'SUCCESS');
    if (run === undefined) continue;
    const { problems } = await read<VersionProblemsWire>(`${version}/problems?race_id=${run.race_id}`);
    return `/attempts/${run.eval_run_id}/${problems[0]!.problem_id}`;
  }
  throw new Error('the contest has no race attempt');
}

/** Gives the page files that differ from the arena's. */
async function tamper(page: Page, change: (file: string) => string | Buffer): Promise<void> {
  await page.route('**/v1/files/blob/*', async (route) => {
    const answer = await route.fetch();
    const changed = change(gunzipSync(await answer.body()).toString());
    await route.fulfill({ status: 200, body: typeof changed === 'string' ? gzipSync(changed) : changed });
  });
}

describe('the page of an attempt', { timeout: scaled(120_000) }, () => {
  let open: string;
  beforeAll(async () => {
    open = await findAttempt(
      ({ evidence, result }) => evidence.download_url !== null && result?.reasoning_score === 0.9,
    );
  });

  itSample([{}, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }])(
    'the attempt page shows question, scores, gates and steps to all: %j',
    async (settings) => {
      const page = await openPage(open, settings);
      await page.waitForSelector('.attempt-row');
      for (const title of ['The problem', 'Result', 'Scores by field', 'Reasoning', 'Receipt', 'Agency and corpus']) {
        expect(await page.locator(`h2:text-is("${title}")`).count(), title).toBe(1);
      }
      expect(await page.textContent('.attempt-query')).toMatch(/\w+ \w+/);
      const corpus = await page.locator('section:has(h2:text-is("Agency and corpus"))').innerText();
      expect(corpus).toMatch(/agentic[\s\S]*100 % of the calls[\s\S]*(accepted|rejected)/);
      expect(await page.locator('.attempt-gates .badge:text-is("passed")').count()).toBe(4);
      expect(await page.locator('.badge:text-is("recorded")').count()).toBeGreaterThan(0);
      expect(await page.locator('.badge:text("unsupported")').count()).toBe(0);
      expect(await page.getByRole('cell', { name: 'sku & attrs', exact: true }).count()).toBe(1);
      await expectAccessible(page);
    },
  );

  it('a gate links to the words that passed it', async () => {
    const page = await openPage(open);
    const link = page.locator('.attempt-gates li:nth-child(4) button').first();
    const quoted = (await page.locator('.attempt-gates li:nth-child(4) q').first().textContent())!;
    await link.click();
    await untilQuoteFocused(page);
    const marked = await page.evaluate('document.activeElement.parentElement.textContent');
    expect(quoted).toContain((marked as string).slice(0, 8));
    expect(await page.evaluate('document.activeElement.getBoundingClientRect().top < innerHeight')).toBe(true);
  });

  it('the attempt page verifies what the validator signed', async () => {
    const page = await openPage(open);
    await page.click('button:text("Verify")');
    await page.waitForSelector('.badge:text-is("verified")');
    const checks = await page.locator('.attempt-checks .badge').allTextContents();
    expect(new Set(checks)).toEqual(new Set(['passed']));
    expect(checks.length).toBe(16);
    await expectAccessibleState(page);
  });

  it('the attempt page marks a changed file as changed', async () => {
    const page = await openPage(open, {
      prepare: (before) => tamper(before, (file) => file.replace('"duration_ms":', '"duration_ms":1')),
    });
    await page.click('button:text("Verify")');
    await page.waitForSelector('.badge:text-is("verification failed")');
    const failed = page.locator('.attempt-checks li:has(.badge:text-is("failed"))');
    expect(await failed.allTextContents()).toEqual([
      expect.stringMatching(/^failed The calls are one unbroken chain.*its content does not match its hash/),
    ]);
  });

  it.each<[string, (file: string) => string | Buffer, RegExp]>([
    ['no JSON', (file) => file.slice(0, -5), /cannot be read/],
    ['a bomb', () => gzipSync(Buffer.alloc(17 * 1024 ** 2, 0x20)), /unpacks to more than/],
    ['something else', () => '"hello"', /not a list of steps|no evidence of an attempt/],
    ['damaged', () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 9, 9, 9]), /is damaged/],
  ])('the attempt page reports an unusable file: %s', async (_, change, reason) => {
    const page = await openPage(open, { prepare: (before) => tamper(before, change) });
    await page.waitForSelector('.state.failed');
    expect(await page.textContent('.state.failed')).toMatch(reason);
    await page.waitForSelector('h2:text-is("The problem")');
  });

  it('the attempt page says why something is closed, and shows the rest', async () => {
    const page = await openPage(await findRaceAttempt());
    expect(await page.textContent('.state:has-text("record is not public")')).toMatch(/drawn again/);
    expect(await page.textContent('.state:has-text("not public yet")')).toMatch(/when the problem is retired/);
    expect(await page.locator('.attempt-query').count()).toBe(0);
    await expectAccessibleState(page);
    const held = await findAttempt(({ evidence }) => evidence.missing === 'not_released');
    const other = await openPage(held);
    expect(await other.textContent('.state:has-text("record is not public")')).toMatch(/until the code is released/);
    await expectAccessibleState(other);
  });

  it('the attempt page reports a missing attempt, and an unreachable arena', async () => {
    const nowhere = '/attempts/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000000';
    const page = await openPage(nowhere, { allow: /404/ });
    expect(await page.textContent('.state.failed')).toMatch(/no evaluation run/);
    const cut = await openPage(open, {
      allow: /ERR_|Failed to load/,
      prepare: (before) => before.route('**/v1/files/blob/*', (route) => route.abort()),
    });
    expect(await cut.textContent('.state.failed')).toMatch(/No connection/);
    await cut.unroute('**/v1/files/blob/*');
    await cut.click('.state.failed button');
    await cut.waitForSelector('.attempt-row');
  });
});
