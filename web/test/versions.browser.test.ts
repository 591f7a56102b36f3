import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  HotkeyPageWire,
  LeaderboardWire,
  RaceDetailWire,
  RaceWire,
  VersionProbesWire,
  VersionProblemsWire,
  VersionStatusWire,
} from '../../src/board/wire.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { askArena, changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const PHONE = { colorScheme: 'dark', viewport: { width: 390, height: 800 } } as const;

describe('two versions', { timeout: scaled(120_000) }, () => {
  let champion: VersionStatusWire;
  let former: VersionStatusWire;
  let sealed: VersionStatusWire;
  beforeAll(async () => {
    const { entries } = await askArena<LeaderboardWire>('/v1/public/leaderboard');
    const statusOf = (wanted: (entry: (typeof entries)[number]) => boolean) =>
      askArena<VersionStatusWire>(pathOf(entries.find(wanted)!.agent_version_id, 'status'));
    champion = await statusOf(({ is_current_top }) => is_current_top);
    former = await statusOf(({ was_top, is_current_top }) => was_top && !is_current_top);
    sealed = await statusOf(({ was_top, is_current_top }) => !was_top && !is_current_top);
    expect([champion, former, sealed].map(({ release_state }) => release_state)).toEqual([
      'RELEASED',
      'RELEASED',
      'HIDDEN',
    ]);
  });

  const pathOf = (versionId: string, what: string): string => `/v1/public/agent-versions/${versionId}/${what}`;
  const nameOf = ({ agent_name, version_number }: VersionStatusWire): string => `${agent_name} v${version_number}`;
  const compared = (left: VersionStatusWire, right: VersionStatusWire): string =>
    `/agents/${left.agent_version_id}/compare/${right.agent_version_id}`;

  async function problemsOf({ agent_version_id }: VersionStatusWire): Promise<VersionProblemsWire['problems']> {
    return (await askArena<VersionProblemsWire>(pathOf(agent_version_id, 'problems?phase=QUALIFYING'))).problems;
  }

  itSample([{}, PHONE])(
    'stand problem by problem on the page of a version against the champion: %j',
    async (settings) => {
      const page = await openPage(`/agents/${former.agent_version_id}`, settings);
      const section = page.locator('section.section', { has: page.locator('h2:text-is("Against the champion")') });
      const grid = section.getByRole('table');
      await grid.waitFor();
      const problems = await problemsOf(former);
      expect(await grid.getByRole('row').count()).toBe(problems.length + 1);
      const { problem_id, validator_results } = problems[0]!;
      const solved = validator_results.filter(({ is_included, status }) => is_included && status === 'SUCCESS').length;
      const counted = validator_results.filter(({ is_included }) => is_included).length;
      const row = grid.getByRole('row', { name: problem_id.slice(0, 8) });
      // On a phone the columns have another order.
      const heads = await grid.locator('thead th').allInnerTexts();
      const own = row.locator('td').nth(heads.indexOf('This version'));
      expect(await own.innerText()).toContain(`${solved} of ${counted}`);
      expect(await section.innerText()).toMatch(/shared problems\. Ahead: This version on \d+, Champion on \d+/);
      const link = row.getByRole('link', { name: /^Compare attempts/ });
      const { right } = (await link.evaluate((element) => element.getBoundingClientRect().toJSON())) as {
        right: number;
      };
      expect(right).toBeLessThanOrEqual(page.viewportSize()!.width);
      await expectAccessible(page);
      await link.click();
      await page.waitForURL(`**/problems/${problem_id}/compare/*/*`);
      await page.waitForSelector('.compare-step');
    },
  );

  itSample([{}, PHONE])('two versions have their code compared once both are public: %j', async (settings) => {
    const page = await openPage(`${compared(former, champion)}?show=code`, settings);
    await page.waitForSelector('.diff-added');
    const [before, after] = await Promise.all(
      [former, champion].map(async ({ agent_version_id }) =>
        (await fetch(new URL(pathOf(agent_version_id, 'code'), arenaUrl))).text(),
      ),
    );
    const removed = await page.locator('.diff-removed .hostile').allTextContents();
    const added = await page.locator('.diff-added .hostile').allTextContents();
    expect(removed.length).toBeGreaterThan(0);
    for (const line of removed) expect(before!.split('\n')).toContain(line);
    for (const line of added) expect(after!.split('\n')).toContain(line);
    expect(await page.locator('main').innerText()).toContain(
      `From A to B: ${added.length} lines added, ${removed.length} lines removed.`,
    );
    await expectAccessibleState(page);
    await page.click('a:text-is("Swap sides")');
    await page.waitForURL(`**${compared(champion, former)}`);
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.waitForURL(`**${compared(champion, former)}?show=code`);
    const swapped = removed.find((line) => line.length > 20)!.trim();
    await page.locator('.diff-added', { hasText: swapped }).first().waitFor();
  });

  /** Records every response that the page gets, to search for code. */
  async function openRecorded(path: string, options: Parameters<typeof openPage>[1]) {
    const answers: { readonly url: string; readonly status: number; readonly text: Promise<string> }[] = [];
    const page = await openPage(path, {
      ...options,
      prepare: async (fresh) => {
        fresh.on('response', (answer) => {
          if (!answer.url().includes('/v1/public/agent-versions/')) return;
          answers.push({ url: answer.url(), status: answer.status(), text: answer.text().catch(() => '') });
        });
        await options?.prepare?.(fresh);
      },
    });
    return { page, answers };
  }

  it('the compare page asks for no code while one version is not public', async () => {
    const { page, answers } = await openRecorded(`${compared(sealed, champion)}?show=code`, {});
    await page.getByText(`The code of ${nameOf(sealed)} is not public.`).waitFor();
    await expectAccessibleState(page);
    expect(answers.map(({ url }) => url).filter((url) => url.endsWith('/code'))).toEqual([]);
    expect(await page.locator('.diff').count()).toBe(0);
  });

  it('the arena refuses code that is not public even when a page asks for it', async () => {
    const released = (page: Page) =>
      changeAnswer<VersionStatusWire>(page, pathOf(sealed.agent_version_id, 'status'), (status) => ({
        ...status,
        release_state: 'RELEASED',
      }));
    const { page, answers } = await openRecorded(`${compared(sealed, champion)}?show=code`, {
      allow: /40[34]/,
      prepare: released,
    });
    await page.waitForSelector('.state.failed');
    const own = answers.filter(({ url }) => url.endsWith(`${sealed.agent_version_id}/code`));
    expect(own.length).toBeGreaterThan(0);
    for (const { status, text } of own) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(await text).not.toMatch(/def |import /);
    }
    expect(await page.locator('.diff').count()).toBe(0);
  });

  it('the leaderboard leads to a comparison of two versions and to two attempts', async () => {
    const page = await openPage('/', PHONE);
    const choose = async (status: VersionStatusWire): Promise<void> =>
      await page.getByRole('checkbox', { name: `Compare ${nameOf(status)}` }).check();
    await choose(sealed);
    await page.getByRole('link', { name: `Compare ${nameOf(sealed)} with the champion` }).waitFor();
    await choose(former);
    await expectAccessibleState(page);
    await page.getByRole('link', { name: `Compare ${nameOf(sealed)} with ${nameOf(former)}` }).click();
    await page.waitForURL(`**${compared(sealed, former)}`);
    await page.locator('a[aria-label^="Compare attempts"]').first().click();
    await page.waitForURL('**/problems/*/compare/*/*');
    await page.getByRole('heading', { name: 'Compare attempts' }).waitFor();
  });

  it('the contestant page leads to a comparison of two versions', async () => {
    const path = `/v1/public/hotkeys/${champion.miner_hotkey}`;
    const page = await openPage(`/contestants/${champion.miner_hotkey}`, {
      prepare: (fresh) =>
        changeAnswer<HotkeyPageWire>(fresh, path, (answer) => {
          const [own] = answer.versions;
          const second = {
            ...own!,
            agent_version_id: former.agent_version_id,
            version_number: own!.version_number + 1,
          };
          return { ...answer, versions: [second, ...answer.versions] };
        }),
    });
    await page.getByRole('link', { name: `compare with v${champion.version_number}` }).click();
    await page.waitForURL(`**${compared(champion, former)}`);
  });

  it('a comparison can be limited to the problems where the two versions differ', async () => {
    const problems = await problemsOf(champion);
    const [first] = problems;
    const page = await openPage(compared(sealed, champion), {
      prepare: (fresh) =>
        // The champion's results, except for the first problem, where every run has the opposite result.
        changeAnswer<VersionProblemsWire>(fresh, pathOf(sealed.agent_version_id, 'problems'), (answer) => ({
          ...answer,
          problems: problems.map((problem) => (problem === first ? otherWay(problem) : problem)),
        })),
    });
    const rows = page.locator('tr', { has: page.getByRole('link', { name: /^Compare attempts/ }) });
    await expect.poll(() => rows.count(), { timeout: scaled(30_000) }).toBe(problems.length);
    await page.getByLabel('Only problems where they differ').check();
    await expect.poll(() => rows.count(), { timeout: scaled(30_000) }).toBe(1);
    expect(await rows.locator('td').first().innerText()).toBe(first!.problem_id.slice(0, 8));
    await expectAccessibleState(page);
  });

  function otherWay(problem: VersionProblemsWire['problems'][number]): typeof problem {
    const wasSolved = problem.validator_results.some(({ is_included, status }) => is_included && status === 'SUCCESS');
    const status = wasSolved ? 'FAILED' : 'SUCCESS';
    return { ...problem, validator_results: problem.validator_results.map((result) => ({ ...result, status })) };
  }

  it('the race page leads to a comparison of each racer with the incumbent', async () => {
    const { races } = await askArena<{ readonly races: readonly RaceWire[] }>('/v1/public/races/history');
    const { race_id, incumbent_agent_version_id: incumbent } = races.find(
      ({ status, incumbent_agent_version_id }) => status === 'RACE_COMPLETE' && incumbent_agent_version_id !== null,
    )!;
    const { qualifiers } = await askArena<RaceDetailWire>(`/v1/public/races/${race_id}`);
    const racer = qualifiers.find(({ agent_version_id }) => agent_version_id !== incumbent)!;
    const page = await openPage(`/races/${race_id}`);
    const row = page.locator('tr', { has: page.locator(`a[href$="${racer.agent_version_id}"]`) });
    await row.getByRole('link', { name: 'compare with the incumbent' }).first().click();
    await page.waitForURL(`**/agents/${racer.agent_version_id}/compare/${incumbent}`);
    await page.getByText(/shared problems?\. Ahead:/).waitFor();
  });

  it('the version page lists follow rates by validator', async () => {
    const versionId = former.agent_version_id;
    const { problems } = await askArena<VersionProblemsWire>(pathOf(versionId, 'problems?phase=QUALIFYING'));
    const { eval_run_id, validator_hotkey } = problems[0]!.validator_results[0]!;
    const none = { followed: 0, of: 0 };
    const report: VersionProbesWire['reports'][number] = {
      eval_run_id,
      validator_hotkey,
      phase: 'QUALIFYING',
      race_number: null,
      reported_at: new Date().toISOString(),
      is_invalidated: false,
      decisions: { search: { followed: 5, of: 6 }, view: none, recommend: { followed: 2, of: 2 } },
      probes: [],
    };
    const page = await openPage(`/agents/${versionId}`, {
      prepare: async (fresh) => {
        await changeAnswer<VersionStatusWire>(fresh, pathOf(versionId, 'status'), (status) => ({
          ...status,
          agency: { ...status.agency!, reports: 1 },
        }));
        await fresh.route(`**${pathOf(versionId, 'probes')}*`, (route) =>
          route.fulfill({
            json: { agent_version_id: versionId, code_sha256: null, reports: [report] } satisfies VersionProbesWire,
          }),
        );
      },
    });
    const table = page.getByRole('table', { name: 'Changes followed, by validator' });
    await table.waitFor();
    expect((await table.locator('tbody td').allInnerTexts()).slice(1, 4)).toEqual(['5 of 6', '–', '2 of 2']);
    await expectAccessibleState(page);
  });
});
