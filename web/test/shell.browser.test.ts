import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { arenaUrl, expectAccessible, openPage } from './harness.ts';

const PAGES = ['/', '/races', '/chain', '/ledger', '/corpus', '/training', '/submit'];
const NO_ANSWER = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource|The arena does not answer/;

async function expectLoadedAccessible(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.waitForLoadState('load');
  // Data arrives after the page itself.
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
  await expectAccessible(page);
}

describe('every page', { timeout: scaled(120_000) }, () => {
  it.each(PAGES)('the page %s works by keyboard and screen reader', async (path) => {
    const page = await openPage(path, { allow: /404/ });
    await expectLoadedAccessible(page);
  });

  itSample(PAGES)('the page %s works by keyboard and screen reader in the dark and on a phone', async (path) => {
    const page = await openPage(path, { allow: /404/, colorScheme: 'dark' });
    await expectLoadedAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 740 });
    // Reloads, because redrawing alone would not test loading with these settings. Costs a third of opening another
    // window.
    await page.reload();
    await expectLoadedAccessible(page);
  });

  it('pages mark the current location, and an unknown URL is reported', async () => {
    const page = await openPage('/no/such/page');
    expect(await page.textContent('h1')).toMatch(/Not found/);
    await page.click('nav a:text("Races")');
    await page.waitForURL('**/races');
    await page.waitForSelector('h1:focus');
    const arenaName = await page.locator('.arena-name').innerText();
    expect(await page.title()).toMatch(new RegExp(` · ${arenaName} · Assay$`));
    expect(await page.getAttribute('nav a:text("Races")', 'aria-current')).toBe('page');
  });

  it('pages keep the chosen colour scheme', async () => {
    const page = await openPage('/chain');
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.click('button:has-text("Dark")');
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await paper()).toBe(dark);
  });

  it('pages say when the arena is unreachable, and recover automatically', async () => {
    const page = await openPage('/', { allow: NO_ANSWER, preloads: true });
    await page.waitForSelector('.live-mark[data-state=live]');
    // A function, not a string: the pages' content security policy forbids evaluating a string again.
    await page.waitForFunction(() => performance.getEntries().some(({ name }) => name.includes('chain-page')));
    await page.context().setOffline(true);
    // The open stream does not notice the disconnect; the next request does.
    await page.click('nav a:text("Chain")');
    await page.waitForSelector('.state.failed:has-text("No connection"), .state.failed:has-text("does not answer")');
    await page.context().setOffline(false);
    await page.click('button:text("Try again") >> nth=0');
    await page.waitForSelector('table:visible');
  });

  it('a page that is not loaded yet says when the arena is unreachable, and loads on reconnection', async () => {
    // Without preloading, as on a machine that is never idle.
    const page = await openPage('/', { allow: NO_ANSWER, preloads: false });
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.context().setOffline(true);
    await page.click('nav a:text("Chain")');
    const failed = page.locator('.state.failed:has-text("No connection: this page could not be loaded")');
    await failed.waitFor();
    await expectAccessible(page);
    await failed.getByText('Try again').click();
    const again = failed.getByText('The arena still does not respond');
    await again.waitFor();
    await page.click('nav a:text("Races")');
    // The message now shown is about the other page.
    await again.waitFor({ state: 'detached' });
    await failed.waitFor();
    await page.context().setOffline(false);
    await failed.getByText('Try again').click();
    await page.waitForSelector('h1:text("Races")');
    // Uses the link that failed before, without reloading the document.
    await page.click('nav a:text("Chain")');
    await page.waitForSelector('table:visible');
  });
});

describe('live events', { timeout: scaled(60_000) }, () => {
  const streams = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => void (/v1.public/.test(request.url()) && asked.push(request.url())));
    return asked;
  };

  it('pages catch up on events after a proxy answered for the arena', async () => {
    const page = await openPage('/chain', { allow: NO_ANSWER });
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.route('**/v1/public/events**', (route) => route.fulfill({ status: 502 }));
    // A test cannot cut the open stream; a page that was hidden opens a new one.
    await hide(page, true);
    await hide(page, false);
    await page.waitForSelector('.live-mark[data-state=offline]');
    await page.unroute('**/v1/public/events**');
    const asked = streams(page);
    await page.waitForSelector('.live-mark[data-state=live]', { timeout: scaled(20_000) });
    await expect.poll(() => asked.some((url) => url.includes('/chain/ledger'))).toBe(true);
  });

  it('a hidden page keeps no connection open', async () => {
    const page = await openPage('/chain');
    await page.waitForSelector('.live-mark[data-state=live]');
    await hide(page, true);
    await page.waitForSelector('.live-mark[data-state=connecting]');
    const asked = streams(page);
    await hide(page, false);
    await page.waitForSelector('.live-mark[data-state=live]');
    expect(asked.filter((url) => url.includes('/events'))).toHaveLength(1);
  });
});

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'));`);
}

describe('the first load', { timeout: scaled(60_000) }, () => {
  it('the first load of the arena page takes less than 120 kB of compressed files', async () => {
    // Without the other pages, which are preloaded when the browser is idle.
    const page = await openPage('/', { preloads: false });
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.waitForSelector('table:has(caption:has-text("contestants")) tbody tr');
    const files = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
        .filter(({ path }) => !path.startsWith('/v1/')),
    );
    expect(files.filter(({ path, bytes }) => path.endsWith('.js') && bytes > 0).length).toBeGreaterThan(3);
    expect(files.some(({ path }) => path.endsWith('.css'))).toBe(true);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(120_000);
  });

  it('the built pages reference no other host than the arena', () => {
    const dist = fileURLToPath(new URL('../dist', import.meta.url));
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|css)$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(`${dist}/${file}`, 'utf8')).not.toMatch(/https?:\/\//);
    expect(new URL(arenaUrl).hostname).toBe('127.0.0.1');
  });
});
