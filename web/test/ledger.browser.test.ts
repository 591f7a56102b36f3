import { describe, expect, it } from 'vitest';
import type { LedgerPageWire } from '../../src/board/wire/ledger-page-wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

/** On a busy machine a response takes longer than the second that a poll waits by default. */
const SOON = { timeout: scaled(20_000) };

describe('the ledger', { timeout: scaled(60_000) }, () => {
  it('the ledger page shows every event in pages, and those of one kind or subject', async () => {
    const page = await openPage('/ledger');
    const events = page.locator('.ledger-events > li');
    await events.first().waitFor();
    const first = await events.count();
    await page.getByRole('button', { name: /Show events before/ }).click();
    await expect.poll(() => events.count(), SOON).toBeGreaterThan(first);
    await page.getByLabel('Kind').selectOption('crown');
    await page.waitForURL('**/ledger?kind=crown');
    const { events: crowned } = await (await fetch(`${arenaUrl}/v1/public/ledger/search?kinds=crown`)).json();
    await expect.poll(() => events.count(), SOON).toBe(crowned.length);
    expect(await events.first().innerText()).toContain('New champion');
    await events.first().getByRole('button').first().click();
    await page.waitForURL(/about=version/);
    await page.getByLabel('Kind').selectOption('');
    await expect.poll(async () => (await events.allInnerTexts()).join(), SOON).toMatch(/Submitted|Queued/);
    await events.first().getByText('Details').click();
    expect(await events.first().innerText()).toMatch(/Previous hash\s+[0-9a-f]{64}/);
    await expectAccessible(page);
  });

  it('the ledger page verifies the ledger in the browser, and remembers what it saw', async () => {
    const page = await openPage('/ledger');
    const verify = page.getByRole('button', { name: 'Verify every event in this browser' });
    await verify.click();
    await page.getByText(/All [\d,]+ events verified/).waitFor();
    await verify.click();
    await page.getByText(/which this browser verified before, is still there/).waitFor();
    // Simulates that a consistent ledger has replaced the one verified before.
    await page.evaluate(() => localStorage.setItem('ledger head', `3 ${'f'.repeat(64)}`));
    await verify.click();
    await page.getByText(/The ledger was changed: event 3 does not match/).waitFor();
    await expectAccessibleState(page);
  });

  it('the ledger page shows which event was changed', async () => {
    const page = await openPage('/ledger', {
      prepare: (fresh) =>
        changeAnswer<LedgerPageWire>(fresh, '/v1/public/ledger', ({ events, ...page }) => ({
          ...page,
          events: events.map((event) => (event.sequence === 7 ? { ...event, why: 'Something else.' } : event)),
        })),
    });
    await page.getByRole('button', { name: 'Verify every event in this browser' }).click();
    await page.getByText(/event 7 does not match/).waitFor();
    expect(await page.getByRole('status').last().innerText()).toContain('its content does not have its hash');
  });
});
