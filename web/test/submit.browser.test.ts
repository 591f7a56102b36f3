import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LICENCES } from '../../src/arena/submission.ts';
import { ArenaClient } from '../../src/client/arena-client.ts';
import { type Hotkey, hotkeyFromSeed } from '../../src/identity/hotkey.ts';
import { writeKeyDocument } from '../../src/identity/key-document.ts';
import { signatureText, wrapForWallet } from '../../src/identity/text-signature.ts';
import { lockSeed } from '../../src/identity/wallet/key-envelope.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const AGENT = readFileSync(fileURLToPath(new URL('../../agents/no_model.py', import.meta.url)), 'utf8');
const REFUSED = 'import assay\nimport subprocess\n\ndef agent_main(problem):\n    return []\n';

function pythonFile(name: string, source: string) {
  return { name, mimeType: 'text/x-python', buffer: Buffer.from(source) };
}

async function chooseAgent(page: Page, name: string, source: string): Promise<void> {
  await page.getByLabel('Drop one Python file here').setInputFiles(pythonFile(name, source));
}

async function chooseKey(page: Page, text: string): Promise<void> {
  const file = { name: 'default', mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('Hotkey file').setInputFiles(file);
}

async function register(hotkey: Hotkey): Promise<void> {
  const client = new ArenaClient({ url: arenaUrl, hotkey });
  const placed = z.object({ uid: z.int() });
  await client.ask({ method: 'POST', path: '/v1/chain/register', body: {}, answer: placed, signed: true });
}

/** A wallet that really signs, wraps the text, and is used through the page's own wallet interface. */
async function injectWallet(page: Page, hotkey: Hotkey): Promise<void> {
  await page.exposeFunction('signForTest', (data: string) =>
    signatureText(hotkey.sign(wrapForWallet(Buffer.from(data.slice(2), 'hex')))),
  );
  await page.addInitScript(
    `window.injectedWeb3 = { 'test-wallet': { version: '1', enable: async () => ({
       accounts: { get: async () => [{ address: '${hotkey.address}', name: 'Ann', type: 'sr25519' }] },
       signer: { signRaw: async ({ data, type }) => {
         if (type !== 'bytes') throw new Error('not bytes');
         return { id: 1, signature: await window.signForTest(data) };
       } },
     }) } };`,
  );
}

describe('the submit page', { timeout: scaled(120_000) }, () => {
  it('the submit page takes a new contestant from a key file to a score, and the key stays in the browser', async () => {
    const seed = randomBytes(32);
    const sent: string[] = [];
    const page = await openPage('/submit', {
      allow: /401|422/,
      prepare: async (fresh) => {
        fresh.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
      },
    });
    await chooseAgent(page, 'my agent.py', REFUSED);
    await page.waitForSelector('.state:has-text("Sign in with one to see the check results")');
    expect(await page.getByLabel('Drop one Python file here').inputValue()).toMatch(/my agent\.py$/);
    await chooseKey(page, writeKeyDocument(seed));
    await page.getByRole('button', { name: 'Register and sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    // The check runs without a click, and each finding has its line.
    const finding = page.locator('.findings li:has-text("IMPORT_BLOCKED")');
    await finding.waitFor();
    expect(await finding.innerText()).toMatch(/Line 2[\s\S]*security[\s\S]*import subprocess[\s\S]*→/);
    await expectAccessible(page);

    await chooseAgent(page, 'newcomer.py', `${AGENT}\nMADE_BY = "${seed.toString('hex').slice(0, 8)}"\n`);
    await page.getByText('The arena would accept this file. Cooldown after submitting: 12 h.').waitFor();
    await page.getByLabel('Name of the agent').fill('newcomer');
    const licence = page.getByLabel('Licence for training data from this agent’s attempts');
    expect(await licence.locator('option').allInnerTexts()).toEqual([`the arena’s default (none)`, ...LICENCES]);
    await page.getByText('The attempts stay out of releases.').waitFor();
    await licence.selectOption('CC-BY-4.0');
    await page.getByText('if they credit you').waitFor();
    await expectAccessibleState(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const version = page.locator('section:has(h2:text("Your latest submission"))');
    await version.getByText('newcomer v1').waitFor();
    await page.getByText('Your cooldown runs for').waitFor();
    await version.getByText(/scored \d\.\d{4}/).waitFor({ timeout: scaled(90_000) });
    expect(await version.innerText()).toMatch(/\d\.\d{4} \d\.\d\d to \d\.\d\d/);

    // The arena stores the chosen licence, and it is public.
    const versionUrl = await version.getByRole('link', { name: 'Version page' }).getAttribute('href');
    const status = await fetch(`${arenaUrl}/v1/public/agent-versions/${versionUrl!.split('/').at(-1)}/status`);
    expect(await status.json()).toMatchObject({ licence: 'CC-BY-4.0' });

    // Also for those who come back later.
    await page.reload();
    await version.getByText(/newcomer v1\s+scored \d\.\d{4}/).waitFor();

    const secret = seed.toString('hex');
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(secret))).toEqual([]);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).not.toMatch(new RegExp(`${secret}|ses_`));
    await page.getByRole('button', { name: /Sign out/ }).click();
    await page.getByLabel('Hotkey file').waitFor();
  });

  it('the submit page signs with a wallet extension, and shows the cost of a rejected submission', async () => {
    const hotkey = hotkeyFromSeed(randomBytes(32));
    await register(hotkey);
    const page = await openPage('/submit', {
      allow: /401|422|429/,
      prepare: async (fresh) => {
        await injectWallet(fresh, hotkey);
      },
    });
    await page.getByRole('tab', { name: 'Wallet extension' }).click();
    await page.getByRole('button', { name: 'Connect test-wallet' }).click();
    await page.locator('.accounts li:has-text("Ann")').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    await chooseAgent(page, 'refused.py', REFUSED);
    await page.getByText('The arena would reject this file').waitFor();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const refusal = page.locator('.state.failed');
    await refusal.waitFor();
    expect(await refusal.innerText()).toMatch(/rejected[\s\S]*IMPORT_BLOCKED/);
    await page.getByText('The next submission is possible in').first().waitFor();
    const latest = page.locator('section:has(h2:text("Your latest submission"))');
    await latest.getByText('IMPORT_BLOCKED').waitFor();
    expect(await latest.innerText()).toMatch(
      /rejected\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC \((just now|[^)]* ago)\): The file was rejected because of security findings/,
    );

    // An ended session is dropped, and public data stays readable.
    const [cookie] = await page.context().cookies();
    const headers = { authorization: `Bearer ${cookie!.value}` };
    expect((await fetch(`${arenaUrl}/v1/auth/logout`, { method: 'POST', headers })).status).toBe(200);
    await page.click('nav a:text("Arena")');
    await page.locator('table:has(caption:has-text("versions")) a').first().click();
    await page.getByText('Results by problem').waitFor();
    await page.locator('td:has-text("solved"), td:has-text("failed")').first().waitFor();
    expect(await page.locator('.state.failed').count()).toBe(0);
    await page.click('nav a:text("Submit")');
    await page.getByRole('tab', { name: 'Wallet extension' }).waitFor();
    await expectAccessibleState(page);
  });

  it('the submit page opens an encrypted key with its passphrase, and explains invalid files', async () => {
    const seed = randomBytes(32);
    const page = await openPage('/submit', { allow: /401/ });
    await chooseKey(page, '$NACL0123');
    await page.getByText('encrypted by Bittensor’s tools').waitFor();
    await chooseKey(page, JSON.stringify(lockSeed(seed, 'open sesame', 2 ** 12)));
    await page.getByLabel('Passphrase').fill('open barley');
    await page.getByRole('button', { name: 'Open and sign in' }).click();
    await page.getByText('does not open with this passphrase').waitFor();
    await expectAccessibleState(page);
    await page.getByLabel('Passphrase').fill('open sesame');
    await page.getByRole('button', { name: 'Open and sign in' }).click();
    await page.getByText('is not registered on this arena’s chain').waitFor();
    expect(await page.textContent('.state')).toContain(hotkeyFromSeed(seed).address.slice(0, 6));
  });

  it('the submit page reports a missing wallet, and an invalid phrase or file', async () => {
    const page = await openPage('/submit');
    await page.getByRole('tab', { name: 'Wallet extension' }).click();
    await page.getByText('No wallet extension found').waitFor();
    await page.getByRole('tab', { name: 'Phrase or seed' }).click();
    await page.getByLabel('12 or 24 words').fill('abandon abandon abandon');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This has 3 words').waitFor();
    expect(await page.getByLabel('12 or 24 words').inputValue()).toBe('');
    await chooseAgent(page, 'empty.py', '');
    await page.getByText('The file is empty.').waitFor();
  });
});
