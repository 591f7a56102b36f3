import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { LeaderboardWire } from '../../src/board/wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const ROWS = 'table:has(caption:has-text("contestants")) tbody tr';

async function agentsOn(page: Page): Promise<string[]> {
  return await page.locator(`${ROWS} td:nth-child(2) a`).allInnerTexts();
}

/** On a busy machine a response takes longer than the second that a poll waits by default. */
const SOON = { timeout: scaled(20_000) };

/** Compares the names with themselves, because other tests submit agents to the same arena. */
async function expectSorted(page: Page, order: 'asc' | 'desc'): Promise<void> {
  const isSorted = async (): Promise<boolean> => {
    const shown = await agentsOn(page);
    const sorted = shown.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
    return shown.length > 1 && shown.join() === (order === 'asc' ? sorted : sorted.toReversed()).join();
  };
  await expect.poll(isSorted, SOON).toBe(true);
}

describe('the leaderboard', { timeout: scaled(60_000) }, () => {
  it('the leaderboard is sorted by a column, keeps that in the URL, and reopens that way', async () => {
    const page = await openPage('/');
    await page.waitForSelector(ROWS);
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await page.waitForURL('**/?sort=agent');
    await expectSorted(page, 'asc');
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await page.waitForURL('**/?sort=agent&order=desc');
    await expectSorted(page, 'desc');
    expect(
      await page.getByRole('tabpanel').getByRole('columnheader', { name: 'Agent' }).getAttribute('aria-sort'),
    ).toBe('descending');
    await page.reload();
    await page.waitForSelector(ROWS);
    await expectSorted(page, 'desc');
    await expectAccessible(page);
  });

  it('the leaderboard is filtered without losing the search, and exported as shown', async () => {
    const board = await (await fetch(`${arenaUrl}/v1/public/leaderboard`)).json();
    const { miner_hotkey: hotkey } = board.entries.at(-1);
    const page = await openPage(`/?board=race&contestant=${hotkey}&sort=submitted`);
    const csv = page.getByRole('link', { name: 'CSV' });
    await csv.waitFor();
    expect(await page.getByRole('tab', { name: 'Race' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tab', { name: 'Qualifying' }).click();
    await page.waitForSelector(ROWS);
    await page.getByLabel('Category').selectOption('product');
    await page.getByRole('columnheader', { name: 'Solved: product' }).waitFor();
    await page.getByLabel('Find an agent or a contestant').fill('e');
    await page.waitForURL(`**/?q=e&sort=submitted&category=product&contestant=${hotkey}`);
    const shown = await agentsOn(page);
    const text = await (await fetch(new URL((await csv.getAttribute('href'))!, arenaUrl))).text();
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^rank,agent,version/);
    expect(lines.map((line) => line.split(',')[1])).toEqual(shown);
    expect(lines.every((line) => line.includes(hotkey))).toBe(true);
    await page.getByText('Columns', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Submitted' }).uncheck();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Submitted' }).count(), SOON).toBe(0);
    expect(page.url()).toContain('hide=submitted');
    await page.getByLabel('Find an agent or a contestant').fill('nobody is called this');
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await expect.poll(async () => (await agentsOn(page)).length, SOON).toBe(board.total);
    expect(new URL(page.url()).search).toBe('');
  });

  it('the leaderboard keeps names whole and all columns in sight, also beside the longest names', async () => {
    const page = await openPage('/?category=product', {
      prepare: (fresh) =>
        changeAnswer<LeaderboardWire>(fresh, '/v1/public/leaderboard', (answer) => ({
          ...answer,
          entries: answer.entries.map((entry, place) =>
            place === 0
              ? { ...entry, agent_name: 'W'.repeat(100), miner_name: 'M'.repeat(40), models: ['m'.repeat(60)] }
              : { ...entry, agent_name: 'careful_verifier', models: ['house/expert'] },
          ),
        })),
    });
    await page.waitForSelector(ROWS);
    const { broken, outside } = await page.evaluate(
      (rows) => {
        const cells = [...document.querySelectorAll<HTMLElement>(`${rows}:nth-child(n + 2) td > a .whole-words`)];
        const words = cells.flatMap((cell) =>
          [...cell.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
        );
        const lines = (word: Node): number => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return range.getClientRects().length;
        };
        const table = document.querySelector(rows)!.closest('.scroll')!;
        const right = table.getBoundingClientRect().right;
        const heads = [...table.querySelectorAll('thead th')];
        return {
          broken: words.filter((word) => lines(word) !== 1).map(({ textContent }) => textContent),
          outside: heads
            .filter((head) => head.getBoundingClientRect().right > right + 1)
            .map((head) => head.textContent),
        };
      },
      ROWS.replace(':has(caption:has-text("contestants"))', ''),
    );
    expect(broken).toEqual([]);
    expect(outside).toEqual([]);
    await expectAccessibleState(page);
  });

  it('the leaderboard ignores invalid URL parameters', async () => {
    const page = await openPage('/?board=x&sort=drop&order=1&agency=none&category=all&hide=%00&q=%22%3E%3Cscript%3E');
    await page.waitForSelector('.state:has-text("No agent or contestant matches")');
    await expectAccessibleState(page);
  });
});

describe('the navigation', () => {
  it('the navigation takes one line on a phone, and reaches every page', async () => {
    const page = await openPage('/ledger', { viewport: { width: 390, height: 800 } });
    await page.waitForSelector('nav a:text("Submit")');
    // Read in one call: the page still moves while it loads.
    const tops = await page
      .locator('.masthead nav li')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().y));
    expect(new Set(tops).size).toBe(1);
    expect((await page.locator('.masthead-row').boundingBox())!.height).toBeLessThan(90);
    await page.click('nav a:text("Submit")');
    await page.waitForURL('**/submit');
  });

  it('the navigation keeps its height on a phone while the page is not connected', async () => {
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    const page = await openPage('/ledger', {
      viewport: { width: 390, height: 800 },
      allow: /Failed to load resource/,
      prepare: (fresh) =>
        fresh.route('**/v1/public/events**', async (route) => {
          await refused;
          await route.fulfill({ status: 502 });
        }),
    });
    await page.waitForSelector('.arena-name');
    for (const state of ['connecting', 'offline']) {
      await page.waitForSelector(`.live-mark[data-state=${state}]`);
      expect((await page.locator('.masthead-row').boundingBox())!.height, state).toBeLessThan(90);
      refuse();
    }
  });
});
