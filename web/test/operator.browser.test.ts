import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isBanned } from '../../src/arena/operator.ts';
import { heartbeat } from '../../src/arena/queue.ts';
import { addressOf, type Signer, seedOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { type OperatorStage, openOperatorStage } from './operator-stage.ts';
import { signInWith } from './sign-in.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describe('the operator page', { timeout: scaled(120_000) }, () => {
  let stage: OperatorStage;
  beforeAll(async () => {
    stage = await openOperatorStage();
  }, scaled(120_000));
  afterAll(async () => await stage.close());
  // Leases expire in real time, and on a loaded machine the tests take longer than a lease.
  beforeEach(async () => {
    await heartbeat(stage.sample.arena, addressOf('holder'), stage.day.runs.held);
  });

  async function open(as: Signer, settings: { readonly viewport?: { width: number; height: number } } = {}) {
    const page = await openPage('/operator', { url: stage.url, ...settings });
    await signInWith(page, seedOf(as));
    return page;
  }

  const section = (page: Page, title: string) => page.locator(`section:has(> .section-head h2:text-is("${title}"))`);
  const asked = async (target: string) => (await stage.sample.ask({ as: 'admin', target })).json as never;

  async function openAct(page: Page, name: string): Promise<ReturnType<Page['locator']>> {
    await page.getByRole('button', { name, exact: true }).first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    return dialog;
  }

  it('shows other visitors which role the operator page needs, and requests no operator data', async () => {
    const targets: string[] = [];
    const page = await openPage('/operator', {
      url: stage.url,
      allow: /403/,
      prepare: async (fresh) => fresh.on('request', (request) => targets.push(request.url())),
    });
    await page.getByText('This page is for operators').waitFor();
    await page.getByText('You are not signed in.').waitFor();
    await expectAccessible(page);
    await signInWith(page, seedOf('alice'));
    await page.getByText('You are signed in as contestant, and this hotkey may not operate the arena.').waitFor();
    await page.waitForLoadState('networkidle').catch(() => {});
    expect(await page.locator('header nav').getByText('Operator').count()).toBe(0);
    expect(targets.filter((target) => target.includes('/v1/admin'))).toEqual([]);
    // The arena refuses the request, not only the page.
    const refused = await page.evaluate(async () => {
      const headers = { 'x-session-cookie': '1', 'content-type': 'application/json' };
      const body = JSON.stringify({ reason: 'mine' });
      return (await fetch('/v1/admin/submission-pause', { method: 'POST', headers, body })).status;
    });
    expect(refused).toBe(403);
  });

  itSample([
    ['a desk', {}],
    ['a phone', PHONE],
  ])('shows queue, leases, validators, faults by owner, the bank and alarms, on %s', async (_, settings) => {
    const page = await open('admin', settings);
    await section(page, 'Alarms').locator('.alarms li, p:has-text("Nothing is stopped")').first().waitFor();
    await section(page, 'Queue').locator('tbody tr').first().waitFor();
    const leases = section(page, 'Leases').locator('tbody tr');
    await leases.first().waitFor();
    const { evaluation_runs: held } = (await asked('/v1/admin/evaluation-runs?status=RUNNING&limit=500')) as {
      evaluation_runs: unknown[];
    };
    expect(await leases.count()).toBeGreaterThanOrEqual(held.length);
    const validators = section(page, 'Validators');
    await validators.locator('tbody tr').first().waitFor();
    await section(page, 'Problem bank').getByText('Races left').waitFor();
    const flagged = section(page, 'Review').locator('tbody tr:has-text("delta")');
    await flagged.getByRole('button', { name: 'Clear flag' }).waitFor();
    await section(page, 'Failures by owner').getByLabel('Runs claimed in the').selectOption('last year');
    await section(page, 'Failures by owner').getByText('lease expired').waitFor();
    const faults = (await asked('/v1/admin/faults?hours=8760')) as { faults: { owner: string; runs: number }[] };
    const ofAgents = faults.faults.filter(({ owner }) => owner === 'agent').reduce((sum, { runs }) => sum + runs, 0);
    await section(page, 'Failures by owner').getByText(`agents: ${ofAgents}`).first().waitFor();
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    await expectAccessibleState(page);
  });

  it('says what will happen to whom, then does it, and undoes it', async () => {
    const page = await open('admin');
    const dialog = await openAct(page, 'Stop claims');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Reason is missing.').waitFor();
    await dialog.getByLabel('Reason').fill('the disk is full');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('No runs are assigned to validators; active runs may finish').waitFor();
    await dialog.getByText('the disk is full').waitFor();
    await expectAccessibleState(page);
    expect(await asked('/v1/admin/validator-pause')).toMatchObject({ active: false });
    await dialog.getByRole('button', { name: 'Confirm: stop claims' }).click();
    await dialog.getByText('What changed is in the public ledger').waitFor();
    expect(await asked('/v1/admin/validator-pause')).toMatchObject({
      active: true,
      reason: 'the disk is full',
      paused_by: addressOf('admin'),
    });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await section(page, 'Alarms').getByText('No runs are assigned: the disk is full').waitFor();
    // The alarm names the command that mends it, and the page can do the same.
    const alarm = section(page, 'Alarms').locator('li', { hasText: 'the disk is full' });
    await alarm.locator('code', { hasText: 'assay admin release claims' }).waitFor();
    await alarm.getByRole('button', { name: 'Copy assay admin release claims' }).waitFor();
    await expectAccessibleState(page);
    await alarm.getByRole('button', { name: 'Resume claims…' }).click();
    const resume = page.locator('dialog[open]');
    await resume.getByRole('button', { name: 'Continue' }).click();
    await resume.getByRole('button', { name: 'Confirm: resume claims' }).click();
    await resume.getByText('What changed is in the public ledger').waitFor();
    expect(await asked('/v1/admin/validator-pause')).toMatchObject({ active: false });
  });

  it('names a hotkey in full before it is banned, and tells an operator that it cannot submit', async () => {
    const page = await open('admin');
    const dialog = await openAct(page, 'Ban a contestant');
    await dialog.getByLabel('Hotkey of the contestant').fill('5Grw');
    await dialog.getByLabel('Reason').fill('copies others');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Not a hotkey address').waitFor();
    await dialog.getByLabel('Hotkey of the contestant').fill(addressOf('poor'));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText(addressOf('poor')).waitFor();
    await dialog.getByRole('button', { name: 'Confirm: ban a contestant' }).click();
    await dialog.getByText('What changed is in the public ledger').waitFor();
    expect(await isBanned(stage.sample.arena.database.reader, addressOf('poor'), 'miner')).toBe(true);

    // The operator's own hotkey is not registered, so the submit page requests no agents of it.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('header nav').getByText('Submit').click();
    await page.getByText('This hotkey cannot submit agents').waitFor();
  });

  itSample([
    ['a desk', {}],
    ['a phone', PHONE],
  ])('the operator page requires typing before an irreversible act, on %s', async (_, settings) => {
    const page = await open('admin', settings);
    // Runs that have ended: another test uses the leased ones.
    const run = stage.day.runs[settings === PHONE ? 'cancelled' : 'overAndDone'];
    const dialog = await openAct(page, 'Invalidate a run…');
    await dialog.getByLabel('Run').fill(run);
    await dialog.getByLabel('Reason').fill('a broken disk');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const confirm = dialog.getByRole('button', { name: 'Confirm: invalidate a run' });
    await dialog.getByText('This cannot be undone.').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('This cannot be undone').fill('yes');
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessibleState(page);
    await dialog.getByLabel('This cannot be undone').fill(run.slice(-6));
    await confirm.click();
    await dialog.getByText('What changed is in the public ledger').waitFor();
    const row = stage.sample.arena.database.reader.selectFrom('runs').select('invalidation_reason');
    expect(await row.where('run_id', '=', run).executeTakeFirst()).toEqual({ invalidation_reason: 'a broken disk' });
  });

  it('says why an act was refused, and nothing is done', async () => {
    const page = await openPage('/operator', { url: stage.url, allow: /40[0-9]/ });
    await signInWith(page, seedOf('admin'));
    const dialog = await openAct(page, 'Change a policy setting');
    await dialog.getByLabel('Setting').fill('queue.nothing');
    await dialog.getByLabel('Value').fill('7');
    await dialog.getByLabel('Reason').fill('a try');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: /Confirm/ }).click();
    await dialog.getByText('The action failed.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByLabel('Setting').inputValue()).toBe('queue.nothing');
  });
});
