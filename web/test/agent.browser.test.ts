import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LeaderboardWire, RunWire, VersionProblemsWire, VersionStatusWire } from '../../src/board/wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { askArena, changeAnswer } from './change-answer.ts';
import { arenaUrl, expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000000f';

describe('the pages of agents and contestants', { timeout: scaled(60_000) }, () => {
  let winner: VersionStatusWire;
  let loser: VersionStatusWire;
  beforeAll(async () => {
    const { entries } = await askArena<LeaderboardWire>('/v1/public/leaderboard');
    winner = await statusOf(entries.find(({ is_current_top }) => is_current_top)!.agent_version_id);
    loser = await statusOf(
      entries.findLast(({ was_top, is_current_top }) => !was_top && !is_current_top)!.agent_version_id,
    );
    expect(winner.release_state).toBe('RELEASED');
    expect(loser.release_state).toBe('HIDDEN');
  });

  function statusOf(versionId: string): Promise<VersionStatusWire> {
    return askArena(`/v1/public/agent-versions/${versionId}/status`);
  }

  async function section(page: Page, title: string): Promise<string> {
    const found = page.locator('section.section', { has: page.getByRole('heading', { name: title, exact: true }) });
    return (await found.innerText()).replaceAll(/\s+/g, ' ');
  }

  async function open(status: VersionStatusWire, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
    const page = await openPage(`/agents/${status.agent_version_id}`, options);
    await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
    await page.locator('.waiting').first().waitFor({ state: 'hidden' });
    return page;
  }

  function seeing<T>(path: string, change: (answer: T) => T) {
    return { prepare: (page: Page) => changeAnswer(page, path, change) };
  }

  it('an agent page shows the status, score and usage of a version', async () => {
    const page = await open(winner);
    expect(await page.innerText('h1')).toBe(`${winner.agent_name} v${winner.version_number}`);
    const stands = await section(page, 'Status');
    expect(stands).toContain('champion');
    expect(stands).toContain(winner.final_score!.toFixed(4));
    const { low, high } = winner.score_interval!;
    expect(stands).toContain(`${low.toFixed(2)} to ${high.toFixed(2)}`);
    expect(stands).toContain(`Licence for training data ${winner.licence}`);
    const cost = await section(page, 'Cost');
    expect(cost).toContain(`Model calls ${winner.cost.inference_calls}`);
    expect(cost).toContain('not tokens or money');
    await expectAccessible(page);
  });

  it('an agent page lists results by problem and validator, linked to attempts, phase by phase', async () => {
    const id = winner.agent_version_id;
    const runs = await askArena<RunWire[]>(`/v1/public/agent-versions/${id}/runs`);
    const { problems } = await askArena<VersionProblemsWire>(
      `/v1/public/agent-versions/${id}/problems?phase=QUALIFYING`,
    );
    const page = await open(winner);
    const matrix = page.getByRole('table', { name: 'Qualifying: problems by validators' });
    await matrix.waitFor();
    expect(await matrix.getByRole('row').count()).toBe(problems.length + 1);
    const { problem_id, validator_results } = problems[0]!;
    const { eval_run_id, status } = validator_results[0]!;
    const cell = matrix.locator(`a[href="/attempts/${eval_run_id}/${problem_id}"]`);
    expect(await cell.innerText()).toContain(status === 'SUCCESS' ? 'solved' : 'failed');
    const { race_number } = runs.find(({ race_id }) => race_id !== null)!;
    await page.getByRole('tab', { name: `Race ${race_number}` }).click();
    await page.getByRole('table', { name: `Race ${race_number}: problems by validators` }).waitFor();
    await expectAccessibleState(page);
  });

  it('an agent page shows which attempts were excused, and which had no excuse left', async () => {
    const path = `/v1/public/agent-versions/${winner.agent_version_id}/status`;
    const excuses = {
      runs: 3,
      attempts: 92,
      repeated: 2,
      refused: 1,
      departed: 0,
      outages: 1,
      reasons: { INFERENCE_FAILED: 2 },
      allowed_share: 0.05,
    };
    const page = await open(
      winner,
      seeing<VersionStatusWire>(path, (status) => ({ ...status, excuses })),
    );
    const text = await section(page, 'Excuses');
    expect(text).toContain('2 of 92 attempts repeated (1 outage, INFERENCE_FAILED 2); 1 counted as failed');
    await expectAccessibleState(page);
  });

  it('an agent page says who decides in a version, or that it was not probed', async () => {
    const path = `/v1/public/agent-versions/${winner.agent_version_id}/status`;
    const probed = (agency: Partial<NonNullable<VersionStatusWire['agency']>>) =>
      open(
        winner,
        seeing<VersionStatusWire>(path, (status) => ({ ...status, agency: { ...status.agency!, ...agency } })),
      );
    const all = { low: 0.6097, high: 1 };
    const page = await probed({
      reports: 2,
      probe_attempts: 4,
      is_applied: true,
      factor: 0.625,
      score_with: 0.5,
      score_without: 0.8,
      shown: { selected: 0.4, altered: 0 },
      decisions: {
        search: { followed: 6, of: 6, interval: all, decides: 'model', why: 'followed' },
        view: { followed: 0, of: 0, interval: { low: 0, high: 1 }, decides: 'unknown', why: 'not observed' },
        recommend: { followed: 0, of: 4, interval: { low: 0, high: 0.4899 }, decides: 'program', why: 'ignored' },
      },
    });
    const text = await section(page, 'Who decides');
    expect(text).toContain('Searches the model decides 6 of 6 changes followed (95 %: 61 % to 100 %)');
    expect(text).toContain('Recommendations the program decides');
    expect(text).toContain('0.5000 after the agency factor (this one counts); 0.8000 before');
    expect(text).toContain('its prompts show only a selection of the results (40 %)');
    await expectAccessibleState(page);
    const unprobed = await probed({ reports: 0 });
    expect(await section(unprobed, 'Who decides')).toContain('not probed yet');
    await expectAccessibleState(unprobed);
  });

  it('an agent page marks where validators disagree', async () => {
    const path = `/v1/public/agent-versions/${winner.agent_version_id}/problems`;
    const page = await open(
      winner,
      seeing<VersionProblemsWire>(path, (answer) => {
        const [first, ...rest] = answer.problems;
        const results = first!.validator_results.map((result, index) => ({
          ...result,
          status: index === 0 ? ('SUCCESS' as const) : ('FAILED' as const),
        }));
        return { ...answer, problems: [{ ...first!, validator_results: results }, ...rest] };
      }),
    );
    await page.getByText('≠ validators disagree on 1 problem').waitFor();
    expect(await page.locator('tr.agent-disagrees').count()).toBe(1);
    await expectAccessibleState(page);
  });

  it('an agent page groups failures by owner, with the reason', async () => {
    const path = `/v1/public/agent-versions/${loser.agent_version_id}/problems`;
    const { problems } = await askArena<VersionProblemsWire>(`${path}?phase=QUALIFYING`);
    const failures = problems.flatMap(({ validator_results }) => validator_results.map(({ failure }) => failure));
    const own = failures.find((failure) => failure?.owner === 'agent')!;
    const hostile = '\u202Etuo edistuo';
    const page = await open(
      loser,
      seeing<VersionProblemsWire>(path, (answer) => {
        const [one, ...rest] = answer.problems;
        const [result, ...others] = one!.validator_results;
        const failure = { owner: 'platform' as const, code: 'INFERENCE_FAILED', reason: hostile };
        const changed = { ...result!, status: 'FAILED' as const, failure };
        return { ...answer, problems: [{ ...one!, validator_results: [changed, ...others] }, ...rest] };
      }),
    );
    const text = await section(page, 'Results by problem');
    expect(text).toContain('Agent counts against it');
    expect(text).toContain(own.reason);
    expect(text).toContain('Platform does not count; the run is repeated');
    expect(text).toContain('INFERENCE_FAILED');
    // Characters that would reverse the text are shown as labels and have no effect.
    expect(text).not.toContain(hostile);
    await expectAccessibleState(page);
  });

  it('an agent page shows released code with line numbers, as text and as the file', async () => {
    const address = `/v1/public/agent-versions/${winner.agent_version_id}/code`;
    const code = await (await fetch(new URL(address, arenaUrl))).text();
    const page = await open(winner);
    await page.locator('.agent-line').first().waitFor();
    expect(await page.locator('.agent-line').count()).toBe(Math.min(400, code.trimEnd().split('\n').length));
    expect(await page.locator('.agent-code pre').innerText()).toContain(code.split('\n')[0]);
    expect(await page.getByRole('link', { name: 'Download the file' }).getAttribute('href')).toBe(address);
  });

  it('an agent page counts down to the release of a winner’s code, and withholds removed code', async () => {
    const path = `/v1/public/agent-versions/${winner.agent_version_id}/status`;
    const later = new Date(Date.now() + 400 * 86_400_000).toISOString();
    const sealed = (phase: VersionStatusWire['phase']) =>
      seeing<VersionStatusWire>(path, (status) => ({
        ...status,
        phase,
        release_state: 'HIDDEN',
        code_available_at: later,
      }));
    const page = await open(winner, sealed('TOP'));
    expect(await section(page, 'Code')).toMatch(
      /Under embargo This version won\. Time until its code is public: \d+ d/,
    );
    expect(await page.locator('.agent-line').count()).toBe(0);
    const removed = await open(winner, sealed('DISCARDED'));
    expect(await section(removed, 'Code')).toContain('Withheld');
    expect(await section(await open(loser), 'Code')).toContain('has not won stays private');
  });

  it('an agent page shows the queue place of a waiting version and what it waits for', async () => {
    const path = `/v1/public/agent-versions/${loser.agent_version_id}/status`;
    const soon = new Date(Date.now() + 400 * 86_400_000).toISOString();
    const queue = { state: 'QUEUED', position: 3, ahead: 4, estimated_start_at: soon, reason: 'Two validators work.' };
    const waiting = { phase: 'EVALUATION', state: 'QUEUED', final_score: null, score_interval: null, queue } as const;
    const page = await open(
      loser,
      seeing<VersionStatusWire>(path, (status) => ({ ...status, ...waiting })),
    );
    const stands = await section(page, 'Status');
    expect(stands).toContain('being evaluated');
    expect(stands).toMatch(/Number 3 in the queue, 4 runs ahead of it\. Time until its next run may start: \d+ d/);
    expect(stands).toContain('Two validators work.');
  });

  it('an agent page links to its contestant, and to all their agents', async () => {
    const page = await open(winner);
    await page.locator('.lead a').click();
    await page.getByRole('heading', { level: 1, name: 'Contestant' }).waitFor();
    await page.getByRole('table', { name: /Versions of this contestant/ }).waitFor();
    expect(await section(page, 'Times as champion')).toContain(winner.agent_name);
    await expectAccessibleState(page);
  });

  it('agent pages fit on a phone and in dark mode', { tags: 'slow' }, async () => {
    const small = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    await expectAccessibleState(await open(winner, small));
    const page = await openPage(`/contestants/${winner.miner_hotkey}`, small);
    await page.getByRole('table', { name: /Versions of this contestant/ }).waitFor();
    await expectAccessibleState(page);
  });

  it('reports a version or contestant that does not exist', async () => {
    for (const path of [`/agents/${UNKNOWN}`, '/agents/nothing', '/contestants/nobody']) {
      const page = await openPage(path, { allow: /404|422|400/ });
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toMatch(/Not found: a (version|contestant)/);
    }
  });
});
