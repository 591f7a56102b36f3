import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LeaderboardWire } from '../../src/board/wire/leaderboard-wire.ts';
import { ArenaClient } from '../../src/client/arena-client.ts';
import { hotkeyFromSeed } from '../../src/identity/hotkey.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const LEADERBOARD = '**/v1/public/leaderboard?*';

describe('the arena page', { timeout: scaled(60_000) }, () => {
  it('the arena page shows the phase, the champion and its place on the emission curve today', async () => {
    const page = await openPage('/');
    await page.waitForSelector('h3:has-text("race")');
    await page.waitForSelector('[role=timer]');
    const top = await (await fetch(`${arenaUrl}/v1/public/top`)).json();
    await page.locator('section:has(h2:text("Champion"))').getByText(top.top_score.toFixed(4)).first().waitFor();
    // The curve with today marked, and the same as text.
    await page.waitForSelector('section:has(h2:text("Champion")) svg text:has-text("today")');
    expect(await page.getAttribute('section:has(h2:text("Champion")) [role=img]', 'aria-label')).toMatch(/Day \d/);
  });

  it('the arena page shows both leaderboards with intervals, and finds agents by name and hotkey', async () => {
    const page = await openPage('/');
    await page.waitForSelector('table:has(caption:has-text("contestants")) tbody tr');
    const rows = page.locator('table:has(caption:has-text("contestants")) tbody tr');
    const all = await rows.count();
    expect(all).toBeGreaterThan(2);
    expect(await rows.first().textContent()).toMatch(/\d\.\d{4} \d\.\d\d to \d\.\d\d/);
    await page.getByLabel('Find an agent or a contestant').fill('careful');
    await expect.poll(() => rows.count(), { timeout: scaled(10_000) }).toBeLessThan(all);
    expect(await rows.first().textContent()).toContain('careful_verifier');
    await page.getByLabel('Find an agent or a contestant').fill('nobody is called this');
    await page.waitForSelector('.state:has-text("No agent or contestant matches")');
    await page.getByLabel('Find an agent or a contestant').fill('');
    await page.click('[role=tab]:text("Race")');
    await page.waitForSelector('th:has-text("Race score")');
    expect(await rows.first().textContent()).toMatch(/\d\.\d{4} \d\.\d\d to \d\.\d\d/);
  });

  it('the arena page shows scores with and without the agency factor, whichever counts', async () => {
    const cases = [
      [true, 'Score before agency factor', '0.5012'],
      [false, 'Score after agency factor', '0.2656'],
    ] as const;
    for (const [is_applied, head, score] of cases) {
      const agency = { factor: 0.53, score_with: 0.2656, score_without: 0.5012, is_applied };
      const page = await openPage('/', {
        prepare: (fresh) =>
          changeAnswer<LeaderboardWire>(fresh, '/v1/public/leaderboard', (board) => ({
            ...board,
            entries: board.entries.map((entry) => ({ ...entry, agency })),
          })),
      });
      await page.getByRole('columnheader', { name: head, exact: true }).waitFor();
      expect(await page.locator('table:has(caption:has-text("contestants")) tbody tr').first().innerText()).toContain(
        score,
      );
    }
  });

  it('the arena page shows new events without a reload', async () => {
    const page = await openPage('/');
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.waitForSelector('.events li');
    const hotkey = hotkeyFromSeed(randomBytes(32));
    const client = new ArenaClient({ url: arenaUrl, hotkey });
    const placed = z.object({ uid: z.int() });
    await client.ask({ method: 'POST', path: '/v1/chain/register', body: {}, answer: placed, signed: true });
    await page.waitForSelector('.events li:has-text("Registered")');
  });

  it('the arena page renders a board of 5,000 rows lazily and scrolls through all of it', async () => {
    const total = 5_000;
    const board = await (await fetch(`${arenaUrl}/v1/public/leaderboard`)).json();
    const [sample] = board.entries;
    const page = await openPage('/', {
      prepare: async (fresh) => {
        await fresh.route(LEADERBOARD, async (route) => {
          const { searchParams } = new URL(route.request().url());
          const first = Number(searchParams.get('cursor') ?? 0);
          const limit = Number(searchParams.get('limit'));
          const next = first + limit;
          const entries = Array.from({ length: limit }, (_, index) => ({
            ...sample,
            rank: first + index + 1,
            agent_version_id: `00000000-0000-0000-0000-${String(first + index).padStart(12, '0')}`,
            agent_name: `agent ${first + index + 1}`,
            is_current_top: false,
          }));
          await route.fulfill({
            json: { ...board, total, limit, next_cursor: next < total ? `${next}` : null, entries },
          });
        });
      },
    });
    const scroller = page.locator('.scroll.tall');
    await scroller.waitFor();
    const inDocument = () => page.locator('.scroll.tall tbody tr').count();
    expect(await inDocument()).toBeLessThan(80);
    const scrolled = async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return await page.getByRole('link', { name: 'agent 5000', exact: true }).isVisible();
    };
    await expect.poll(scrolled, { timeout: scaled(60_000), interval: 100 }).toBe(true);
    expect(await inDocument()).toBeLessThan(80);
    expect(await page.getAttribute('.scroll.tall table', 'aria-rowcount')).toBe(`${total + 1}`);
  });

  it('the arena page shows runs problem by problem and the queue with places and reasons', async () => {
    const run = {
      eval_run_id: '00000000-0000-0000-0000-000000000001',
      agent_version_id: '00000000-0000-0000-0000-000000000002',
      agent_name: '<b>bold</b>\u202e',
      version_number: 3,
      miner_hotkey: '5Owner',
      validator_hotkey: '5Validator',
      status: 'RUNNING',
      started_at: new Date().toISOString(),
      progress_percent: 41.7,
      problems_done: 5,
      problems_total: 12,
      phase: 'QUALIFYING',
      race_id: null,
    };
    const racing = { ...run, eval_run_id: '00000000-0000-0000-0000-000000000004', phase: 'RACE', problems_done: 0 };
    const item = {
      ...run,
      work_item_id: '00000000-0000-0000-0000-000000000003',
      suite_id: 1,
      required_successes: 3,
      completed_successes: 1,
      active_runs: 1,
      remaining: 1,
      position: 2,
      estimated_start_at: null,
      queued_at: run.started_at,
      reason: 'One run is ahead of it.',
    };
    const page = await openPage('/', {
      prepare: async (fresh) => {
        await changeAnswer(fresh, '/v1/public/evaluations/running', () => [run, racing]);
        await changeAnswer(fresh, '/v1/public/evaluations/pending', (body: object) => ({
          ...body,
          total: 1,
          items: [item],
        }));
      },
    });
    const progress = page.getByRole('progressbar');
    await progress.waitFor();
    expect(await progress.getAttribute('aria-valuetext')).toBe('5 of 12 problems');
    expect(await progress.locator('span').count()).toBe(12);
    expect(await progress.locator('[data-done]').count()).toBe(5);
    expect(await page.locator('.runs').innerText()).toContain('12 hidden problems; the result follows the race');
    // Markup in a name is shown as text.
    expect(await page.locator('.runs').innerText()).toContain('<b>bold</b>');
    expect(await page.locator('.runs').innerText()).not.toContain('\u202e');
    const line = page.locator('section:has(h2:text("Queue")) tbody tr');
    expect(await line.innerText()).toMatch(
      /2[\s\S]*1 of 3, 1 under way[\s\S]*no estimate[\s\S]*One run is ahead of it/,
    );
    await expectAccessible(page);
  });

  it('the arena page ignores unknown fields, and says whose fault an invalid answer is', async () => {
    const page = await openPage('/', {
      prepare: async (fresh) => {
        await changeAnswer(fresh, LEADERBOARD, (body: object) => ({ ...body, added_later: { anything: [1] } }));
        await changeAnswer(fresh, '/v1/public/evaluations/pending', (body: object) => ({
          ...body,
          items: [{ position: 'x' }],
        }));
      },
    });
    await page.waitForSelector('table:has(caption:has-text("contestants")) tbody tr');
    const failed = page.getByRole('alert');
    await failed.waitFor();
    expect(await failed.innerText()).toMatch(
      /is invalid: items\.0\..*error of the arena[\s\S]*Reload the page[\s\S]*Try again/,
    );
    await expectAccessibleState(page);
  });

  it('an arena page without problems and validators says what is missing, and requests nothing absent', async () => {
    const asked: string[] = [];
    const page = await openPage('/', {
      prepare: async (fresh) => {
        fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await changeAnswer(fresh, '/v1/public/arena', (body: object) => ({
          ...body,
          suite: null,
          validators: { required: 3, connected: 1, missing: 2 },
          waiting_for: [
            { what: 'problems', message: 'Waiting for problems.', remedy: 'Run `assay admin suite create FILE`.' },
            { what: 'validators', message: 'Waiting for 2 more validators.', remedy: 'Start them.' },
          ],
        }));
      },
    });
    const waiting = page.locator('.waiting-for');
    await waiting.waitFor();
    expect(await waiting.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/Waiting for problems\.\s+For the operator: Run assay admin suite create FILE\./),
      expect.stringMatching(/Waiting for 2 more validators\.\s+For the operator: Start them\./),
    ]);
    expect(await page.getByText('1 of 3 validators connected').count()).toBe(1);
    for (const words of ['Not open yet', 'No champion yet', 'No scores yet', 'cannot be submitted yet']) {
      await page.waitForSelector(`.state:has-text("${words}")`);
    }
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(asked).not.toContain('/v1/public/top');
    expect(asked).not.toContain('/v1/public/leaderboard');
    await expectAccessibleState(page);
  });

  it('the arena page has empty states for an arena without events', async () => {
    const page = await openPage('/', {
      prepare: async (fresh) => {
        await changeAnswer(fresh, '/v1/public/top', (body: object) => ({
          ...body,
          top_agent_version_id: null,
          top_miner_hotkey: null,
          top_score: null,
          policy: null,
        }));
        await changeAnswer(fresh, LEADERBOARD, (body: object) => ({ ...body, total: 0, entries: [] }));
        await changeAnswer(fresh, '/v1/public/races/current', (body: object) => ({
          ...body,
          race: null,
          phase: 'NONE',
        }));
      },
    });
    await page.waitForSelector('.state:has-text("No champion yet")');
    await page.waitForSelector('.state:has-text("No scores yet")');
    await page.waitForSelector('h3:text("Between races")');
    await expectAccessibleState(page);
  });
});
