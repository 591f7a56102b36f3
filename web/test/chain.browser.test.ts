import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ledgerSchema } from '../../src/arena/wire/chain-wire.ts';
import { ArenaClient } from '../../src/client/arena-client.ts';
import { hotkeyFromSeed } from '../../src/identity/hotkey.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const LEDGER = '/v1/public/chain/ledger';

describe('the chain page', { timeout: scaled(60_000) }, () => {
  it('the chain page shows validators with stake and agreement, and what was paid and burned', async () => {
    const page = await openPage('/chain');
    const validators = page.locator('table:has(caption:text("Validators by stake")) tbody tr');
    await validators.first().waitFor();
    const ledger = await (await fetch(`${arenaUrl}/v1/public/chain/ledger`)).json();
    const permitted = ledger.neurons.filter((neuron: { validator_permit: boolean }) => neuron.validator_permit);
    expect(await validators.count()).toBe(permitted.length);
    expect(await validators.first().innerText()).toMatch(/%[\s\S]*blocks ago[\s\S]*%/);
    await page.waitForSelector('section:has(h2:text("Paid and burned")) svg');
    expect(await page.getAttribute('[role=img]', 'aria-label')).toMatch(
      /contestants [\d.]+ %, validators [\d.]+ %, burned/,
    );
    expect(await page.textContent('section:has(h2:text("Consensus and pay"))')).toContain('burns');
  });

  it('shows payouts and burn by epoch, as a picture and as a table, with the sums of all paid epochs', async () => {
    const page = await openPage('/chain');
    const section = page.locator('section:has(> .section-head h2:text-is("Payouts and burn over time"))');
    await section.locator('svg').waitFor();
    const ledger = await (await fetch(`${arenaUrl}${LEDGER}`)).json();
    const history = (await section.locator('[role=img]').getAttribute('aria-label'))!;
    const sums = page.locator('section:has(> .section-head h2:text-is("Paid and burned")) [role=img]');
    const [, parts] = /TAO: (.*)$/.exec((await sums.getAttribute('aria-label'))!)!;
    expect(history).toContain(`All ${ledger.epochs} epochs: ${parts}`);
    expect(await section.locator('.section-note').innerText()).toContain(`${ledger.epochs} paid epochs`);
    await section.getByText('Show data').click();
    const rows = await section.locator('tbody tr').allInnerTexts();
    expect(rows.length).toBeGreaterThan(1);
    expect(rows[0]).toMatch(/^\d+\s+[\d.]+ %\s+[\d.]+ %\s+[\d.]+ %/);
    await expectAccessible(page);
  });

  it('the chain page shows a new registration without a reload', async () => {
    const page = await openPage('/chain');
    await page.waitForSelector('.live-mark[data-state=live]');
    await page.waitForSelector('dt:text("Registered hotkeys")');
    const hotkey = hotkeyFromSeed(randomBytes(32));
    const short = `${hotkey.address.slice(0, 6)}…${hotkey.address.slice(-6)}`;
    expect(await page.getByText(short).count()).toBe(0);
    const client = new ArenaClient({ url: arenaUrl, hotkey });
    const placed = z.object({ uid: z.int() });
    await client.ask({ method: 'POST', path: '/v1/chain/register', body: {}, answer: placed, signed: true });
    await page.getByText(short).waitFor();
  });

  it('the chain page shows who disagrees, by stake, and who gives weights to whom', async () => {
    const page = await openPage('/chain', {
      prepare: (fresh) =>
        changeAnswer<z.infer<typeof ledgerSchema>>(fresh, LEDGER, (ledger) => {
          const [first, second] = ledger.neurons.filter(({ validator_permit }) => validator_permit);
          const trust = ledger.neurons.map(({ uid }) => (uid === second!.uid ? 0.25 : 1));
          return {
            ...ledger,
            weights: [
              { uid: first!.uid, uids: [0, 4], values: [1, 3] },
              { uid: second!.uid, uids: [4], values: [65_535] },
            ],
            latest_epoch: { ...ledger.latest_epoch, validator_trust: trust },
          };
        }),
    });
    await page.waitForSelector('.section-note:has-text("agree with the majority")');
    const rows = page.locator('table:has(caption:has-text("Current weights")) tbody tr');
    expect(await rows.nth(0).innerText()).toMatch(/25\.00 %[\s\S]*75\.00 %/);
    expect(await rows.nth(1).innerText()).toMatch(/–[\s\S]*100\.00 %/);
    expect(await rows.last().innerText()).toContain('Consensus');
    await expectAccessibleState(page);
  });

  it('the chain page shows no balances when Bittensor pays the subnet', async () => {
    const page = await openPage('/chain', {
      prepare: (fresh) =>
        changeAnswer<object>(fresh, LEDGER, (ledger) => ({
          ...ledger,
          kind: 'subtensor',
          balances: null,
          burned: null,
        })),
    });
    await page.waitForSelector('.state:has-text("Bittensor pays this subnet")');
    expect(await page.getByText('Burned, TAO').count()).toBe(0);
    await expectAccessibleState(page);
  });
});
