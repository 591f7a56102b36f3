import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RaceAlarmWire } from '../../src/board/wire/race-alarm-wire.ts';
import type { RaceCurrentWire, RaceDetailWire, RaceHistoryWire, RaceWire } from '../../src/board/wire/race-wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { askArena, changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000000f';

/** A race of the contest as it was while running. */
function asRunning(detail: RaceDetailWire): RaceDetailWire {
  const race = {
    ...detail.race,
    status: 'RACE_RUNNING',
    state: 'race_running',
    scored_count: 1,
    qualifier_count: 3,
    race_completed_at: null,
    winner_agent_version_id: null,
    winner_agent_name: null,
    winner_score: null,
  } as const satisfies RaceWire;
  const qualifiers = detail.qualifiers.map((racer) => ({
    ...racer,
    race_score: null,
    race_rank: null,
    race_score_interval: null,
  }));
  return { race, qualifiers, result: null, draw: null };
}

describe('the pages of races', { timeout: scaled(60_000) }, () => {
  let decided: RaceDetailWire;
  let first: RaceDetailWire;
  beforeAll(async () => {
    const { races } = await askArena<RaceHistoryWire>('/v1/public/races/history?limit=100');
    const raced = races.filter(({ state }) => state === 'promoted');
    first = await askArena(`/v1/public/races/${raced.at(-1)!.race_id}`);
    decided = await askArena(`/v1/public/races/${raced[0]!.race_id}`);
    // Without an incumbent, half of the page would be empty.
    expect(decided.result!.comparisons.length).toBeGreaterThan(0);
  });

  async function section(page: Page, title: string): Promise<string> {
    const found = page.locator('section.section', { has: page.getByRole('heading', { name: title, exact: true }) });
    return (await found.innerText()).replaceAll(/\s+/g, ' ');
  }

  it('show how strong the field was, race by race, as a picture and as a table', async () => {
    const page = await openPage('/races', {
      prepare: (fresh) =>
        changeAnswer<RaceHistoryWire>(fresh, '/v1/public/races/history', ({ races, ...rest }) => {
          const earlier = { ...races.at(-1)!, race_id: UNKNOWN, race_number: 0 };
          return {
            ...rest,
            races: [...races, earlier, { ...earlier, race_id: UNKNOWN.replace('f', 'e'), race_number: -1 }],
          };
        }),
    });
    const section = page.locator('section:has(> .section-head h2:text-is("Winner and field scores by race"))');
    await section.locator('svg').waitFor();
    const { race_number, winner_score } = decided.race;
    const label = await section.locator('[role=img]').getAttribute('aria-label');
    expect(label).toContain(`Race ${race_number}: winner ${winner_score!.toFixed(4)}`);
    await section.getByText('Show data').click();
    const rows = await section.locator('tbody tr').allInnerTexts();
    expect(rows[0]).toContain(winner_score!.toFixed(4));
    expect(rows.at(-1)).toMatch(/^Race -1\b/);
    await expectAccessible(page);
  });

  it('draw no line through two races', async () => {
    const page = await openPage('/races', {
      prepare: (fresh) =>
        changeAnswer<RaceHistoryWire>(fresh, '/v1/public/races/history', ({ races, ...rest }) => ({
          ...rest,
          races: races.filter(({ state }) => state === 'promoted').slice(0, 2),
        })),
    });
    const section = page.locator('section:has(> .section-head h2:text-is("Winner and field scores by race"))');
    await section.getByText('Too few decided races for a chart: 2, and it needs 3.').waitFor();
    expect(await section.locator('tbody tr').count()).toBe(2);
    expect(await section.locator('[role=img]').count()).toBe(0);
  });

  it('the races page lists current and past races, each linked', async () => {
    const page = await openPage('/races');
    await page.getByRole('heading', { name: /under way|Qualifying for race|No race now/ }).waitFor();
    const past = page.locator('section:has(> .section-head h2:text-is("Past races"))');
    const row = past.getByRole('row', { name: new RegExp(`^Race ${decided.race.race_number} `) });
    const outcome = decided.result!.changed ? 'became champion' : 'stayed champion';
    await expect.poll(() => row.innerText()).toContain(outcome);
    await row.getByRole('link', { name: `Race ${decided.race.race_number}` }).click();
    await page.getByRole('heading', { level: 1, name: `Race ${decided.race.race_number}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/races/${decided.race.race_id}`);
  });

  it('the race page shows a decided race: timeline, results with confidence, and the required score', async () => {
    const page = await openPage(`/races/${decided.race.race_id}`);
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(await page.locator('.race-timeline li[data-progress=done]').count()).toBe(5);
    const results = await section(page, 'Results');
    const { comparisons, threshold, challengers_tried } = decided.result!;
    expect(results).toContain(`Score that was needed ${threshold!.toFixed(4)}`);
    expect(results).toContain(`Challengers that tried ${challengers_tried}`);
    expect(results).toContain(
      `95 % interval: ${signed(comparisons[0]!.interval[0])} to ${signed(comparisons[0]!.interval[1])}`,
    );
    expect(results).toMatch(
      comparisons[0]!.adjusted_probability < 0.05 ? /Statistically significant/ : /Not statistically significant/,
    );
    for (const { agent_name, race_score } of decided.qualifiers) {
      expect(results).toContain(agent_name);
      expect(results).toContain(race_score!.toFixed(4));
    }
    // Requested separately, after the race itself.
    await expect
      .poll(() => section(page, 'Validators'), { timeout: scaled(10_000) })
      .toMatch(/scored by at least two validators|No racer/);
    await expectAccessibleState(page);
  });

  it('the board and every race page warn when races reward scripts', async () => {
    const sentence = 'Scripted versions were ahead of agentic ones in 8 of 8 races.';
    const firing = (page: Page) =>
      changeAnswer<RaceAlarmWire>(page, '/v1/public/races/alarm', (alarm) => ({
        ...alarm,
        state: 'scripted ahead',
        sentence,
      }));
    const page = await openPage('/', { prepare: firing });
    for (const path of ['/', '/races', `/races/${decided.race.race_id}`]) {
      if (path !== '/') await page.goto(new URL(path, arenaUrl).href);
      await page.getByText(`Alarm: scripted versions are ahead ${sentence}`).waitFor();
      await expectAccessibleState(page);
    }
    const alarm = await askArena<RaceAlarmWire>('/v1/public/races/alarm');
    const calm = await openPage('/races', {
      prepare: (page) =>
        changeAnswer<RaceAlarmWire>(page, '/v1/public/races/alarm', (answer) => ({ ...answer, state: 'too little' })),
    });
    await calm.getByText(`Too few races to tell ${alarm.sentence}`).waitFor();
    expect(await calm.getByText('Alarm:').count()).toBe(0);
  });

  it('the races page shows the first racers of the current race, and the others on request', async () => {
    const [one, two] = decided.qualifiers.map((racer, place) => ({ ...racer, agent_name: `racer ${place}` }));
    const race = { ...decided.race, state: 'qualifying_open', status: 'QUALIFYING_OPEN', qualifier_count: 2 };
    const page = await openPage('/races', {
      prepare: (fresh) =>
        fresh.route(
          ({ pathname }) => pathname === '/v1/public/races/current',
          async (route) => {
            const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'second';
            const answer = await askArena<RaceCurrentWire>('/v1/public/races/current?limit=1');
            const part = isSecond
              ? { qualifiers: [two], next_cursor: null }
              : { qualifiers: [one], next_cursor: 'second' };
            await route.fulfill({ json: { ...answer, race, phase: 'QUALIFYING', ...part } }).catch(() => {});
          },
        ),
    });
    await page.getByText('1 of 2 racers is shown.').waitFor();
    expect(await page.getByText('racer 1').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('racer 1').waitFor();
    expect(await page.getByText('racer 0').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('the race page shows scores with and without the agency factor, whichever counts', async () => {
    const weighted = (is_applied: boolean) => (page: Page) =>
      changeAnswer<RaceDetailWire>(page, `/v1/public/races/${decided.race.race_id}`, (detail) => ({
        ...detail,
        qualifiers: detail.qualifiers.map((racer, place) => ({
          ...racer,
          agency: { factor: place === 0 ? 0.53 : null, score_with: 0.2656, score_without: 0.5012, is_applied },
        })),
      }));
    for (const [is_applied, head, score] of [
      [true, 'Score before agency factor', '0.5012 (factor 0.53)'],
      [false, 'Score after agency factor', '0.2656 (factor 0.53)'],
    ] as const) {
      const page = await openPage(`/races/${decided.race.race_id}`, { prepare: weighted(is_applied) });
      await page.getByRole('columnheader', { name: head, exact: true }).waitFor();
      await page.getByText(score).waitFor();
      expect(await section(page, 'Results')).toContain('not known');
    }
  });

  it('the race page compares the ranking with and without the judge, and marks who moves', async () => {
    const page = await openPage(`/races/${first.race.race_id}`, {
      prepare: (fresh) =>
        changeAnswer<RaceDetailWire>(fresh, `/v1/public/races/${first.race.race_id}`, (detail) => {
          const [one, two, ...rest] = detail.result!.ranking;
          const swapped = [{ ...two!, rank: 1 }, { ...one!, rank: 2 }, ...rest];
          const judge_off = { ...detail.result!.judge_off, same_top: false, ranking: swapped };
          judge_off.top_agent_version_id = two!.agent_version_id;
          return { ...detail, result: { ...detail.result!, judge_off } };
        }),
    });
    await page.getByRole('heading', { name: 'Ranking without the judge' }).waitFor();
    const text = await section(page, 'Ranking without the judge');
    expect(text).toContain('Without the judge another agent would be champion.');
    expect(text).toContain('▲ 1 up');
    expect(text).toContain('▼ 1 down');
    expect(await page.locator('tr.race-moved').count()).toBe(2);
    await expectAccessibleState(page);
  });

  it('the race page verifies the draw in the browser, and shows when it does not match', async () => {
    const page = await openPage(`/races/${decided.race.race_id}`);
    await page.getByText(decided.race.draw_commitment!, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hash the draw in this browser' }).click();
    await page.getByText('✓ matches the commitment').waitFor();
    await page.getByText('Check it yourself').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save draw.json' }).click();
    expect((await download).suggestedFilename()).toBe('draw.json');

    const forged = await openPage(`/races/${decided.race.race_id}`, {
      prepare: (fresh) =>
        changeAnswer<RaceDetailWire>(fresh, `/v1/public/races/${decided.race.race_id}`, (detail) => {
          const draw = detail.draw as { readonly problem_ids: string[] };
          return { ...detail, draw: { ...draw, problem_ids: draw.problem_ids.toReversed() } };
        }),
    });
    await forged.getByRole('button', { name: 'Hash the draw in this browser' }).click();
    await forged.getByText('✗ does not match the commitment').waitFor();
  });

  it('the page of a running race shows how many are scored, and no score', async () => {
    const page = await openPage(`/races/${decided.race.race_id}`, {
      prepare: (fresh) => changeAnswer<RaceDetailWire>(fresh, `/v1/public/races/${decided.race.race_id}`, asRunning),
    });
    await page.getByText('1 of 3 racers is scored.').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('1');
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Progress',
      'Qualifiers',
      'The hidden draw',
    ]);
    expect(await section(page, 'The hidden draw')).toContain('are published when the race is decided or cancelled');
    await expectAccessibleState(page);
  });

  it('race pages fit on a phone and in dark mode', { tags: 'slow' }, async () => {
    const page = await openPage(`/races/${decided.race.race_id}`, {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await page.getByRole('heading', { name: 'Validators' }).waitFor();
    await page.locator('.waiting').first().waitFor({ state: 'hidden' });
    await expectAccessibleState(page);
  });

  it('reports a race that does not exist, and an arena that does not answer', async () => {
    const missing = await openPage(`/races/${UNKNOWN}`, { allow: /404/ });
    await missing.getByRole('alert').waitFor();
    expect(await missing.getByRole('alert').innerText()).toContain('Not found: a race');
    const lost = await openPage('/races', {
      allow: /Failed to load|ERR_/,
      prepare: (fresh) => fresh.route('**/v1/public/races/**', (route) => route.abort()),
    });
    await lost.getByText('No connection: couldn’t load the list of races.').waitFor({ timeout: scaled(20_000) });
    await expectAccessibleState(lost);
  });
});

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}
