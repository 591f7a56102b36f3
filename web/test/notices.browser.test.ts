import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureText, wrapForWallet } from '../../src/identity/text-signature.ts';
import { findSite } from '../../src/server/find-site.ts';
import { type AnotherServer, SampleServer } from '../../src/server/testing/sample/sample-server.ts';
import { addressOf, walletOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { appendEvent, type JsonValue } from '../../src/store/database.ts';
import { makeSqliteDatabase } from '../../src/store/testing/every-engine.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';

let sample: SampleServer;
let server: AnotherServer;
beforeAll(async () => {
  sample = await SampleServer.open(makeSqliteDatabase);
  const site = await findSite((reason) => {
    throw new Error(reason);
  });
  server = await sample.openAnother({}, { site });
}, scaled(60_000));
afterAll(async () => {
  await server.close();
  await sample.close();
});

/** Records the notifications that the browser was asked to show, and shows them. */
const RECORD = `
  globalThis.shown = [];
  globalThis.asked = 0;
  const Real = Notification;
  globalThis.Notification = class extends Real {
    constructor(title, options) { super(title, options); globalThis.shown.push({ title, body: options.body, notice: this }); }
    static requestPermission() { globalThis.asked++; return Real.requestPermission(); }
  };`;

async function openSignedIn(permissions: string[]): Promise<Page> {
  const wallet = walletOf('alice');
  const page = await openPage('/submit', {
    notifies: true,
    url: server.url,
    permissions,
    allow: /404/,
    prepare: async (fresh) => {
      await fresh.exposeFunction('signForTest', (data: string) =>
        signatureText(wallet.sign(wrapForWallet(Buffer.from(data.slice(2), 'hex')))),
      );
      await fresh.addInitScript(
        `window.injectedWeb3 = { 'test-wallet': { version: '1', enable: async () => ({
           accounts: { get: async () => [{ address: '${wallet.address}', name: 'Alice', type: 'sr25519' }] },
           signer: { signRaw: async ({ data }) => ({ id: 1, signature: await window.signForTest(data) }) },
         }) } };${RECORD}`,
      );
    },
  });
  await signIn(page);
  return page;
}

async function signIn(page: Page): Promise<void> {
  const signed = page.getByText('Signed in as').first();
  const connect = page.getByRole('button', { name: 'Connect test-wallet' });
  const tab = page.getByRole('tab', { name: 'Wallet extension' });
  await signed.or(tab).first().waitFor();
  if (await signed.isVisible()) return;
  await tab.click();
  await connect.click();
  await page.locator('.accounts li:has-text("Alice")').getByRole('button', { name: 'Sign in' }).click();
  await signed.waitFor();
}

async function tell(what: string, data: JsonValue): Promise<void> {
  await sample.arena.database.withTransaction(async (transaction) => {
    const event = { who: 'arena', what, when: sample.arena.now(), why: 'a test', subject: 'test', data };
    await appendEvent(transaction, event);
  });
}

const runOf = (person: 'alice' | 'bob', name: string) =>
  tell('run.completed', {
    miner_hotkey: addressOf(person),
    agent_version_id: '00000000-0000-4000-8000-000000000001',
    agent_name: name,
    version_number: 2,
    status: 'SUCCESS',
    phase: 'QUALIFYING',
  });

const shown = (page: Page) => page.evaluate<string[]>('globalThis.shown.map(({ title, body }) => title + ": " + body)');
const SOON = { timeout: scaled(20_000) };

describe('notifications', { timeout: scaled(120_000) }, () => {
  it('notifications are asked for on a click only, show what concerns the hotkey, and stay chosen after a reload', async () => {
    const page = await openSignedIn(['notifications']);
    await page.waitForSelector('.live-mark[data-state=live]');
    expect(await page.evaluate('globalThis.asked')).toBe(0);
    await runOf('alice', 'too early');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('Notifications are on.').waitFor();
    expect(await page.evaluate('globalThis.asked')).toBe(1);
    await expectAccessibleState(page);
    await runOf('bob', 'of somebody else');
    await runOf('alice', 'mine\u202e');
    const racer = { qualification_type: 'THRESHOLD', qualifying_score: 0.5 };
    await tell('race.closed', {
      race_id: '00000000-0000-4000-8000-000000000002',
      race_number: 3,
      racers: [
        { ...racer, miner_hotkey: addressOf('alice') },
        { ...racer, miner_hotkey: addressOf('bob') },
      ],
    });
    await tell('race.promoted', { race_id: '00000000-0000-4000-8000-000000000002', race_number: 3, result: {} });
    await expect.poll(() => shown(page), SOON).toHaveLength(3);
    const [run, qualified, decided] = await shown(page);
    expect(run).toMatch(/^Run finished: A run of mine.*v2 in qualifying finished\.$/);
    expect(run).not.toContain('\u202e');
    expect(qualified).toBe('You qualified: Qualified for race 3 with a score of 0.5000.');
    expect(decided).toBe('Race decided: Race 3 is decided: the champion stays.');
    await page.evaluate('globalThis.shown[1].notice.onclick()');
    await page.waitForURL('**/races/00000000-0000-4000-8000-000000000002');
    await page.goto(`${server.url}/submit`);
    await signIn(page);
    await page.getByText('Notifications are on.').waitFor();
    await page.waitForSelector('.live-mark[data-state=live]');
    await runOf('alice', 'after a reload');
    await expect.poll(() => shown(page), SOON).toHaveLength(1);
    await page.getByRole('button', { name: 'Turn them off' }).click();
    await runOf('alice', 'not wanted');
    await tell('arena.noted', {});
    await page.getByRole('button', { name: 'Notify me in this browser' }).waitFor();
    expect(await shown(page)).toHaveLength(1);
  });

  it('shows notifications of a page in the background while they are turned on', async () => {
    const page = await openSignedIn(['notifications']);
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('Notifications are on.').waitFor();
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    await runOf('alice', 'in the background');
    await expect.poll(() => shown(page), SOON).toHaveLength(1);
    await page.getByRole('button', { name: 'Turn them off' }).click();
    await page.waitForSelector('.live-mark[data-state=connecting]');
  });

  it('say so where the browser blocks them', async () => {
    const page = await openSignedIn([]);
    await page.getByText('This browser blocks notifications from this page.').waitFor();
    await expectAccessibleState(page);
  });
});
