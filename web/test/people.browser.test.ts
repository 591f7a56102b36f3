import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HotkeyPageWire } from '../../src/board/wire/hotkey-wire.ts';
import type { ValidatorPageWire } from '../../src/board/wire/validator-page-wire.ts';
import type { LeaderboardWire, VersionProblemsWire } from '../../src/board/wire.ts';
import { ArenaClient } from '../../src/client/arena-client.ts';
import { hotkeyFromSeed } from '../../src/identity/hotkey.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { askArena, changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

interface Profiles {
  readonly profiles: readonly { readonly name: string | null }[];
}

async function newcomer(): Promise<ArenaClient> {
  const client = new ArenaClient({ url: arenaUrl, hotkey: hotkeyFromSeed(randomBytes(32)) });
  await client.ask({ method: 'POST', path: '/v1/chain/register', body: {}, answer: z.object({}), signed: true });
  return client;
}

const profile = z.object({ name: z.string().nullable(), link: z.string().nullable() });

describe('people', { timeout: scaled(60_000) }, () => {
  it('display names appear without a reload, with the end of the key', async () => {
    const client = await newcomer();
    const { address } = client.hotkey!;
    const page = await openPage('/chain');
    const link = page.locator(`a[href="/contestants/${address}"]`);
    await link.waitFor();
    await page.waitForSelector('.live-mark[data-state=live]');
    const name = `Team ${randomBytes(4).toString('hex').replaceAll(/\d/g, 'x')}`;
    await client.ask({
      method: 'PUT',
      path: '/v1/profile',
      body: { name, link: 'https://example.org/team' },
      answer: profile,
      signed: true,
    });
    await link.getByText(name).waitFor();
    expect(await link.innerText()).toBe(`${name} …${address.slice(-4)}`);
    expect(await link.getAttribute('title')).toBe(address);
  });

  it('a contestant page shows a hostile name as text with the key, and links no script', async () => {
    const board = await (await fetch(`${arenaUrl}/v1/public/leaderboard?limit=1`)).json();
    const hotkey = board.entries[0].miner_hotkey as string;
    for (const [link, links] of [
      ['https://xn--exmple-cua.example/path', 1],
      ['javascript:alert(1)', 0],
    ] as const) {
      const page = await openPage(`/contestants/${hotkey}`, {
        prepare: (fresh) =>
          changeAnswer<HotkeyPageWire>(fresh, `/v1/public/hotkeys/${hotkey}`, (answer) => ({
            ...answer,
            // The arena rejects both, but the page must not rely on that.
            name: 'evil\u202e<b>x</b>',
            link,
          })),
      });
      await page.waitForSelector('h1:has-text("<b>x</b>")');
      expect(await page.locator('h1').innerText()).not.toContain('\u202e');
      expect(await page.locator('.lead').innerText()).toContain(hotkey.slice(0, 6));
      const outside = page.locator('.lead a[target=_blank]');
      expect(await outside.count()).toBe(links);
      if (links === 0) continue;
      // Its text is only the host, in ASCII form.
      expect(await outside.innerText()).toBe('xn--exmple-cua.example');
      expect(await outside.getAttribute('rel')).toContain('noopener');
      await expectAccessible(page);
    }
  });

  it('attempts, results by problem and comparisons name each validator and link its page', async () => {
    const { entries } = await askArena<LeaderboardWire>('/v1/public/leaderboard');
    const versionId = entries.find(({ is_current_top }) => is_current_top)!.agent_version_id;
    const { problems } = await askArena<VersionProblemsWire>(
      `/v1/public/agent-versions/${versionId}/problems?phase=QUALIFYING`,
    );
    const { problem_id: problem, validator_results: results } = problems[0]!;
    const [one, other] = results.map(({ eval_run_id }) => eval_run_id);
    const page = await openPage('/account', { allow: /404/ });
    // There are three validators if an audit added one.
    for (const [path, place, validators] of [
      [`/agents/${versionId}`, 'thead', results.length],
      [`/problems/${problem}`, 'tbody', results.length],
      [`/attempts/${one}/${problem}`, '.lead', 1],
      [`/problems/${problem}/compare/${one}/${other}`, 'thead', 2],
    ] as const) {
      await page.goto(new URL(path, arenaUrl).href);
      for (const { validator_hotkey: hotkey } of results.slice(0, validators)) {
        const { profiles } = await askArena<Profiles>(`/v1/public/profiles?hotkeys=${hotkey}`);
        const shown = `${profiles[0]!.name} …${hotkey.slice(-4)}`;
        const link = page.locator(`${place} a[href="/validators/${hotkey}"]`, { hasText: shown }).first();
        await link.waitFor();
        expect(await link.getAttribute('title')).toBe(hotkey);
      }
    }
  });

  it('a validator has a page with its runs, its uptime, its agreement with peers and its weights', async () => {
    const [{ hotkey }] = await (await fetch(`${arenaUrl}/v1/public/validators`)).json();
    const page = await openPage('/chain');
    await page.locator(`table:has(caption:text("Validators by stake")) a[href="/validators/${hotkey}"]`).click();
    await page.waitForSelector('h1:has-text("Validator")');
    const runs = page.locator('table:has(caption:text("Runs of this validator")) tbody tr');
    await runs.first().waitFor();
    const { total, agreement } = await (await fetch(`${arenaUrl}/v1/public/validators/${hotkey}`)).json();
    expect(await runs.count()).toBe(Math.min(50, total));
    const peers = page.locator('table:has(caption:text("same outcome")) tbody tr');
    expect(await peers.count()).toBe(agreement.peers.length);
    expect(await peers.first().innerText()).toMatch(/\d %[\s\S]*\d+ of \d+/);
    await page.waitForSelector('caption:has-text("The weights it set last")');
    const uptime = await page.locator('section:has(h2:text-is("Uptime"))').innerText();
    expect(uptime).toMatch(
      /Last 24 hours\s+[\d.]+ % of [\s\S]*Last 7 days\s+[\d.]+ % of [\s\S]*Last 30 days\s+[\d.]+ % of/,
    );
    expect(uptime).toContain('time slots of 10 min with at least one claim or heartbeat');
    await expectAccessibleState(page);
  });

  itSample([1280, 390])('the uptime of a validator names the time that was measured, at %i px', async (width) => {
    const [{ hotkey }] = await (await fetch(`${arenaUrl}/v1/public/validators`)).json();
    const page = await openPage(`/validators/${hotkey}`, {
      viewport: { width, height: 844 },
      prepare: (fresh) =>
        changeAnswer<ValidatorPageWire>(fresh, `/v1/public/validators/${hotkey}`, (answer) => ({
          ...answer,
          uptime: {
            slot_seconds: 600,
            last_24_hours: { share: null, seen_slots: 0, measured_slots: 0 },
            last_7_days: { share: 0.99999, seen_slots: 299, measured_slots: 300 },
            last_30_days: { share: 1, seen_slots: 4320, measured_slots: 4320 },
          },
        })),
    });
    const section = page.locator('section:has(h2:text-is("Uptime"))');
    await section.waitFor();
    const facts = (await section.locator('dd').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    // A share just below one is not shown as 100 %.
    expect(facts).toEqual(['not measured yet', '99.9 % of 2 d 2 h', '100 % of 30 d']);
    await expectAccessibleState(page);
  });
});
