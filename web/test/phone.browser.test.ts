import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {
  AttemptPageWire,
  HotkeyPageWire,
  LeaderboardWire,
  RaceWire,
  ValidatorWire,
  VersionProblemsWire,
} from '../../src/board/wire.ts';
import type { CorpusRows } from '../../src/corpus/corpus-rows-schema.ts';
import { seedOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { sampleSummary } from '../../src/training/testing/sample-summary.ts';
import { askArena } from './change-answer.ts';
import { arenaUrl, expectAccessibleState, openPage } from './harness.ts';
import { openOperatorStage } from './operator-stage.ts';
import { signInWith } from './sign-in.ts';

const PHONE = { viewport: { width: 390, height: 800 } };

interface FoundTable {
  readonly caption: string;
  /** Decisive columns. */
  readonly decisive: readonly string[];
  /** Decisive columns that are not visible without scrolling sideways. */
  readonly hidden: readonly string[];
}

/**
 * Every table of the page, including collapsed ones. Tables in Markdown text are excluded: they have no decisive
 * columns.
 */
async function tablesOf(page: Page): Promise<FoundTable[]> {
  return await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    return [...document.querySelectorAll<HTMLTableElement>('table:not(.markdown table)')].map((table) => {
      const place = (table.closest('.scroll') ?? document.documentElement).getBoundingClientRect();
      const right = Math.min(place.right, document.documentElement.clientWidth);
      const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-decisive]')];
      const isInSight = (head: HTMLElement): boolean => {
        const box = head.getBoundingClientRect();
        // Tolerates a pixel of rounding.
        return box.width > 0 && box.left >= place.left - 1 && box.right <= right + 1;
      };
      const textOf = (head: HTMLElement): string => head.innerText.trim();
      return {
        caption: table.caption?.innerText ?? '',
        decisive: heads.map(textOf),
        hidden: heads.filter((head) => !isInSight(head)).map(textOf),
      };
    });
  });
}

const addresses: Record<string, string> = {};

async function findAttempts(): Promise<{ problem: string; runs: string[] }> {
  const { entries } = await askArena<LeaderboardWire>('/v1/public/leaderboard');
  const runs = new Map<string, string[]>();
  for (const { agent_version_id: id } of entries) {
    const { problems } = await askArena<VersionProblemsWire>(`/v1/public/agent-versions/${id}/problems`);
    for (const { problem_id, validator_results } of problems) {
      for (const { eval_run_id } of validator_results) {
        const path = `/v1/public/evaluation-runs/${eval_run_id}/problems/${problem_id}`;
        const { evidence } = await askArena<AttemptPageWire>(path);
        if (evidence.download_url === null) continue;
        const found = [...(runs.get(problem_id) ?? []), eval_run_id];
        if (found.length === 2) return { problem: problem_id, runs: found };
        runs.set(problem_id, found);
      }
    }
  }
  throw new Error('the contest has no problem with two public attempts');
}

beforeAll(async () => {
  const { entries } = await askArena<LeaderboardWire>('/v1/public/leaderboard');
  const { races } = await askArena<{ readonly races: readonly RaceWire[] }>('/v1/public/races/history');
  const champion = entries.find(({ is_current_top }) => is_current_top)!;
  const former = entries.find(({ was_top, is_current_top }) => was_top && !is_current_top)!;
  const versions = `/agents/${former.agent_version_id}/compare/${champion.agent_version_id}`;
  const { rows } = await askArena<CorpusRows>('/v1/public/corpus/rows?limit=1');
  const people = await askArena<HotkeyPageWire>(`/v1/public/hotkeys/${champion.miner_hotkey}`);
  const validators = await askArena<readonly ValidatorWire[]>('/v1/public/validators');
  const { problem, runs } = await findAttempts();
  Object.assign(addresses, {
    arena: '/',
    'arena, race board': '/?board=race',
    'arena, a category': '/?category=product',
    races: '/races',
    race: `/races/${races.find(({ status }) => status === 'RACE_COMPLETE')?.race_id ?? races[0]!.race_id}`,
    agent: `/agents/${champion.agent_version_id}`,
    versions,
    'versions, code': `${versions}?show=code`,
    contestant: `/contestants/${people.hotkey}`,
    validator: `/validators/${validators[0]!.hotkey}`,
    attempt: `/attempts/${runs[0]}/${problem}`,
    problem: `/problems/${problem}`,
    compare: `/problems/${problem}/compare/${runs[0]}/${runs[1]}`,
    chain: '/chain',
    corpus: '/corpus',
    'corpus row': `/corpus/rows/${rows[0]!.id}`,
    training: '/training',
  });
}, scaled(120_000));

const PAGES = [
  'arena',
  'arena, race board',
  'arena, a category',
  'races',
  'race',
  'agent',
  'versions',
  'versions, code',
  'contestant',
  'validator',
  'attempt',
  'problem',
  'compare',
  'chain',
  'corpus',
  'corpus row',
  'training',
];

/** Times that are wider than their cells, so that they cover the next one. */
async function spilledTimes(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td time')]
      .filter((time) => {
        const cell = time.closest('td')!;
        // Tolerates a pixel of rounding.
        return time.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
      })
      .map((time) => time.innerText),
  );
}

async function expectDecisiveInSight(page: Page, name: string): Promise<void> {
  const tables = await tablesOf(page);
  const without = tables.filter(({ decisive }) => decisive.length === 0);
  expect.soft(without, `${name}: tables that do not say which column is decisive`).toEqual([]);
  expect
    .soft(
      tables.filter(({ hidden }) => hidden.length > 0),
      name,
    )
    .toEqual([]);
  expect.soft(await spilledTimes(page), name).toEqual([]);
  await expectAccessibleState(page);
}

describe('on a phone', { timeout: scaled(300_000) }, () => {
  it('every table of every page shows what it is read for, without scrolling sideways', async () => {
    // One window for all pages: opening another costs twice as much as loading a page.
    const page = await openPage('/submit', { ...PHONE, allow: /404/ });
    for (const name of PAGES) {
      if (name === 'training') {
        await page.route('**/v1/public/training', (route) => route.fulfill({ json: sampleSummary() }));
      }
      await page.goto(new URL(addresses[name]!, arenaUrl).href);
      await page.waitForSelector(name === 'corpus row' ? '.conversation' : 'table', { state: 'attached' });
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      await expectDecisiveInSight(page, name);
    }
  });

  it('the race page shows every difference from the incumbent beside its score', async () => {
    const page = await openPage(addresses.race!, PHONE);
    const results = page.getByRole('table', { name: /by race score/ });
    await results.waitFor();
    const decisive = await results.locator('th[data-decisive]').allInnerTexts();
    expect(decisive).toEqual(['Race score', 'Difference from the incumbent']);
  });

  it('an operator sees the whole navigation, and every table of the operator page', async () => {
    const stage = await openOperatorStage();
    // After the pages: the arena waits for their live updates.
    onTestFinished(() => stage.close());
    const page = await openPage('/operator', { ...PHONE, url: stage.url });
    await signInWith(page, seedOf('admin'));
    await page.waitForSelector('table');
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    const box = (await page.locator('.masthead nav').getByText('Operator').boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.viewport.width);
    await expectDecisiveInSight(page, 'operator');
  });
});
