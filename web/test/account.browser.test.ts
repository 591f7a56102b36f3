import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, seedOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { openSampleSite, type SampleSite } from './operator-stage.ts';
import { signInWith } from './sign-in.ts';

const PAGES = ['/', '/races', '/chain', '/ledger', '/corpus', '/training', '/submit', '/help/rules', '/operator'];

const account = (page: Page) => page.locator('header .account-link');
const shortOf = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

describe('signing in', { timeout: scaled(120_000) }, () => {
  const [seed, address] = [seedOf('alice'), addressOf('alice')];
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, scaled(60_000));
  afterAll(async () => await site.close());

  it('a sign-in shows on every page and survives a reload, and the secret is neither kept nor sent', async () => {
    const sent: string[] = [];
    const page = await openPage('/', {
      url: site.url,
      allow: /404/,
      prepare: async (fresh) => {
        fresh.on('request', (request) => {
          sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`);
        });
      },
    });
    await account(page).getByText('Sign in').click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await expectAccessible(page);
    await signInWith(page, seed);
    await account(page).getByText(shortOf(address)).waitFor();
    await page.getByText('Submit agents and see everything about your own.').waitFor();
    await page.getByText('the hotkey must be listed under admins').waitFor();
    expect(await page.locator('section:has(h2:text("Signed in"))').innerText()).toMatch(/contestant[\s\S]*in \d+ h/);
    await expectAccessibleState(page);
    for (const path of PAGES) {
      await page.goto(new URL(path, site.url).href);
      await account(page).getByText(shortOf(address)).waitFor();
      await account(page).getByText('contestant').waitFor();
    }
    await page.reload();
    await account(page).getByText(shortOf(address)).waitFor();

    const secret = Buffer.from(seed).toString('hex');
    expect(sent.length).toBeGreaterThan(20);
    expect(sent.filter((request) => request.includes(secret))).toEqual([]);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).not.toMatch(new RegExp(`${secret}|ses_`));
    const [cookie, ...others] = await page.context().cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: 'assay_session', httpOnly: true, sameSite: 'Strict', path: '/v1' });

    // Another tab signs out; this one notices when it becomes visible again.
    const other = await page.context().newPage();
    await other.goto(new URL('/account', site.url).href);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await account(other).getByText('Sign in').waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await account(page).getByText('Sign in').waitFor();
    await page.reload();
    await account(page).getByText('Sign in').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('a window that still shows the former hotkey does not act as the one that signed in elsewhere', async () => {
    const page = await openPage('/account', { url: site.url, allow: /409/ });
    await signInWith(page, seed);
    await account(page).getByText(shortOf(address)).waitFor();
    const other = await page.context().newPage();
    await other.goto(new URL('/account', site.url).href);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await signInWith(other, seedOf('admin'));
    await account(other)
      .getByText(shortOf(addressOf('admin')))
      .waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await account(page)
      .getByText(shortOf(addressOf('admin')))
      .waitFor();
    await other.reload();
    await account(other)
      .getByText(shortOf(addressOf('admin')))
      .waitFor();
  });

  it('the account page fits a phone, and sets the display name', async () => {
    const page = await openPage('/account', { url: site.url, viewport: { width: 390, height: 844 } });
    // Not the hotkey of the other tests, whose pages show its key.
    await signInWith(page, seedOf('bob'));
    await account(page)
      .getByText(shortOf(addressOf('bob')))
      .waitFor();
    await page.getByRole('heading', { name: 'What you may do' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Bob and friends');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dd:has-text("Bob and friends")').waitFor();
    await expectAccessibleState(page);
  });

  it('says so when signing out fails, since the cookie would still be good', async () => {
    const page = await openPage('/account', { url: site.url, allow: /Failed to load resource|ERR_FAILED/ });
    await signInWith(page, seed);
    await account(page).getByText(shortOf(address)).waitFor();
    await page.route('**/v1/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Still signed in').waitFor();
    await page.unroute('**/v1/auth/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await account(page).getByText('Sign in').waitFor();
  });
});

describe('every page', { timeout: scaled(60_000) }, () => {
  it('leads to the rules, the glossary and the description of the API', async () => {
    const page = await openPage('/chain');
    const footer = page.locator('footer');
    expect(await footer.getByText('API documentation').getAttribute('href')).toBe('/docs');
    await footer.getByText('Rules').click();
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await expectAccessibleState(page);
    await footer.getByText('Glossary').click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    const term = page.locator('.glossary > div', { has: page.locator('dt:text-is("champion")') });
    expect(await term.innerText()).toContain('The current winner.');
    await expectAccessibleState(page);
    await page.goto(new URL('/help/nothing', arenaUrl).href);
    await page.getByText('There is no page at this address').waitFor();
  });
});
