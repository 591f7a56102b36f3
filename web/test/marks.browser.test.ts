import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type {
  ArenaOverviewWire,
  AttemptPageWire,
  LeaderboardWire,
  RaceWire,
  VersionProblemsWire,
} from '../../src/board/wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { arenaUrl, openPage } from './harness.ts';

const CLOCK = '.clock-line';
const HOTKEY = /\b5[1-9A-HJ-NP-Za-km-z]{46,47}\b/;

const fact = (page: Page, name: string) => page.locator('dl div', { has: page.locator(`dt:text-is("${name}")`) });

async function read<T>(path: string): Promise<T> {
  return (await (await fetch(`${arenaUrl}${path}`)).json()) as T;
}

async function attemptWithEvidence(): Promise<string> {
  const { entries } = await read<LeaderboardWire>('/v1/public/leaderboard');
  for (const { agent_version_id } of entries) {
    const { problems } = await read<VersionProblemsWire>(`/v1/public/agent-versions/${agent_version_id}/problems`);
    for (const { problem_id, validator_results } of problems) {
      for (const { eval_run_id } of validator_results) {
        const path = `/v1/public/evaluation-runs/${eval_run_id}/problems/${problem_id}`;
        const { evidence } = await read<AttemptPageWire>(path);
        if (evidence.download_url !== null) return `/attempts/${eval_run_id}/${problem_id}`;
      }
    }
  }
  throw new Error('the contest has no attempt with evidence');
}

describe('the clock of a page', { timeout: scaled(60_000) }, () => {
  it('a page says that its times are arena time where that differs from real time', async () => {
    const answer = await fetch(`${arenaUrl}/v1/public/arena`);
    const speed = Number(answer.headers.get('x-arena-speed'));
    const ahead = Math.abs(Number(answer.headers.get('x-arena-time')) - Date.now());
    expect(speed !== 1 || ahead > 60_000).toBe(true);
    const page = await openPage('/account', { allow: /404/ });
    for (const path of ['/account', '/', '/races', '/chain', '/ledger']) {
      if (path !== '/account') await page.goto(new URL(path, arenaUrl).href);
      await page.locator(CLOCK).getByText('Arena time', { exact: true }).waitFor();
      const shown = Date.parse((await page.locator(`${CLOCK} time`).getAttribute('datetime'))!);
      const now = Number((await fetch(`${arenaUrl}/health`)).headers.get('x-arena-time'));
      expect(Math.abs(shown - now)).toBeLessThan(Math.abs(shown - Date.now()));
    }
  });

  it('a page mentions no clock where arena time is real time', async () => {
    const page = await openPage('/chain', {
      prepare: (fresh) =>
        fresh.route('**/v1/**', async (route) => {
          if (route.request().url().includes('/events')) return await route.continue();
          const response = await route.fetch();
          const headers = { ...response.headers(), 'x-arena-time': `${Date.now()}`, 'x-arena-speed': '1' };
          await route.fulfill({ response, headers });
        }),
    });
    await page.waitForSelector('table:visible');
    expect(await page.locator(CLOCK).count()).toBe(0);
  });

  it('the time that a validator signed at is marked as real time', async () => {
    const page = await openPage(await attemptWithEvidence());
    const signed = fact(page, 'Signed at');
    await signed.getByText('real time').waitFor();
    expect(await signed.innerText()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    // The attempt's own timestamps are in arena time, like the rest of the page.
    expect(await page.locator('.lead time').first().getAttribute('title')).toContain('arena time');
  });
});

describe('what is simulated', { timeout: scaled(60_000) }, () => {
  it('carries the same badge wherever there is an amount, a chain or a model', async () => {
    const page = await openPage('/', { allow: /404/ });
    await fact(page, 'Paid per day').locator('.badge:has-text("simulated")').waitFor();
    await page.locator('section:has(h2:text-is("Leaderboards")) .badge:has-text("simulated")').first().waitFor();
    await page.goto(new URL('/chain', arenaUrl).href);
    for (const name of ['Paid, TAO', 'Burned, TAO', 'Registration costs', 'Registration fees']) {
      await fact(page, name).locator('.badge:has-text("simulated")').waitFor();
    }
    for (const title of ['The subnet', 'Paid and burned', 'Validators', 'Consensus and pay']) {
      await page.locator(`section:has(h2:text-is("${title}")) .section-note .badge`).first().waitFor();
    }
    await page.goto(new URL('/ledger?kind=ledger', arenaUrl).href);
    const events = page.locator('.ledger-events > li');
    await events.first().locator('.badge:has-text("simulated")').waitFor();
    expect(await events.locator('.badge:has-text("simulated")').count()).toBe(await events.count());
  });
});

describe('results of simulated models', { timeout: scaled(120_000) }, () => {
  it('carry the same badge on every page that shows some', async () => {
    const { entries } = await read<LeaderboardWire>('/v1/public/leaderboard');
    const { races } = await read<{ readonly races: readonly RaceWire[] }>('/v1/public/races/history');
    const champion = entries.find(({ is_current_top }) => is_current_top)!;
    const former = entries.find(({ was_top, is_current_top }) => was_top && !is_current_top)!;
    const race = races.find(({ status }) => status === 'RACE_COMPLETE')!;
    const attempt = await attemptWithEvidence();
    const versions = `/agents/${former.agent_version_id}/compare/${champion.agent_version_id}`;
    const page = await openPage('/', { allow: /404/ });
    for (const [path, titles] of [
      ['/', ['Leaderboards']],
      ['/races', ['Champions', 'Winner and field scores by race', 'Past races']],
      [`/races/${race.race_id}`, ['Results', 'Ranking without the judge', 'Qualifiers']],
      [`/agents/${champion.agent_version_id}`, ['Status', 'Results by problem', 'Against the champion', 'Runs']],
      [versions, ['Versions', 'Results and code']],
      [`/contestants/${champion.miner_hotkey}`, ['Versions', 'Races', 'Times as champion']],
      [`/problems/${attempt.split('/').at(-1)}`, ['Use', 'Attempts']],
    ] as const) {
      await page.goto(new URL(path, arenaUrl).href);
      for (const title of titles) {
        const badge = page.locator(`section:has(h2:text-is("${title}")) .section-note .badge`);
        await badge.waitFor();
        expect(await badge.innerText(), `${title} of ${path}`).toBe('simulated models');
      }
    }
  });

  it('carry no badge where the arena uses real models', async () => {
    const page = await openPage('/', {
      prepare: (fresh) =>
        changeAnswer<ArenaOverviewWire>(fresh, '/v1/public/arena', (arena) => ({ ...arena, simulated: false })),
    });
    const board = page.locator('section:has(h2:text-is("Leaderboards"))');
    await board.locator('tbody tr').first().waitFor();
    await fact(page, 'Paid per day').locator('.badge').waitFor();
    expect(await board.locator('.section-note .badge').count()).toBe(0);
  });
});

describe('the rows of the ledger', { timeout: scaled(60_000) }, () => {
  it('show names and short keys, and whole keys after one click', async () => {
    const page = await openPage('/ledger');
    for (const kind of ['neuron', 'run', 'submission', 'weights']) {
      await page.goto(new URL(`/ledger?kind=${kind}`, arenaUrl).href);
      const events = page.locator('.ledger-events > li');
      await events.first().waitFor();
      for (const text of await events.allInnerTexts()) expect(text).not.toMatch(HOTKEY);
      await events.first().getByText('Details').click();
      expect(await events.first().innerText()).toMatch(HOTKEY);
    }
  });
});
