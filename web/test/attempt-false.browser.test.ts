import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptPageWire } from '../../src/board/wire.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { completion, search, stagedVerdict, told } from './attempt-samples.ts';
import { type AttemptStage, openAttemptStage, type StagedAttempt } from './attempt-stage.ts';
import { changeAnswer } from './change-answer.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';

const HONEST: StagedAttempt = {
  dialogue: [told(1, 'The red lamp costs 100.', [['find_product', { q: 'lamp' }, []]])],
  calls: [completion('The red lamp costs 100.'), search({ q: 'lamp' }, [])],
  verdict: stagedVerdict(),
};

let stage: AttemptStage;
beforeAll(async () => {
  stage = await openAttemptStage();
});
afterAll(async () => await stage.close());

/** Shows the page an attempt that the arena does not have. */
function answering(change: (attempt: AttemptPageWire) => AttemptPageWire): (page: Page) => Promise<unknown> {
  return async (page) => await changeAnswer(page, '**/v1/public/evaluation-runs/*/problems/*', change);
}

async function verify(staged: StagedAttempt): Promise<{ readonly title: string; readonly failed: string[] }> {
  const page = await openPage(await stage.stage(staged), { url: stage.url });
  await page.click('button:text("Verify")');
  await page.waitForSelector('.attempt-checks');
  await expectAccessible(page);
  const panel = page.locator('section', { has: page.locator('h2:text-is("Receipt")') });
  const failed = await page.locator('.attempt-checks li:has(.badge:text-is("failed"))').allTextContents();
  return { title: (await panel.locator('[role=status] p .badge').textContent())!, failed };
}

describe('dishonest validator', { timeout: scaled(120_000) }, () => {
  it('an honest attempt is shown as verified', async () => {
    expect(await verify(HONEST)).toEqual({ title: 'verified', failed: [] });
  });

  it('the attempt page detects a reported success over a signed failure', async () => {
    expect(await verify({ ...HONEST, reported: { status: 'SUCCESS', score: 1 } })).toEqual({
      title: 'verification failed',
      failed: [expect.stringContaining('SUCCESS, score 1 reported, FAILED, score 0 signed')],
    });
  });

  it('the attempt page detects that another program was run', async () => {
    const { title, failed } = await verify({ ...HONEST, otherAgent: 'def agent_main(problem_data):\n    return []\n' });
    expect([title, failed]).toEqual(['verification failed', [expect.stringContaining('The agent that was run')]]);
  });

  itSample<[string, Partial<StagedAttempt>]>([
    ['the calls', { change: (evidence) => delete evidence.calls }],
    ['the dialogue', { without: 'dialogue' }],
  ])('the attempt page says that not all could be checked without %s', async (_, left) => {
    expect(await verify({ ...HONEST, ...left })).toEqual({
      title: 'signed, partly checked',
      failed: [],
    });
  });
});

describe('a file made to break the page', { timeout: scaled(120_000) }, () => {
  const PANELS = [
    'Why it failed',
    'The problem',
    'Result',
    'Scores by field',
    'Reasoning',
    'Receipt',
    'Agency and corpus',
  ];
  const titlesOf = (page: Page) => page.locator('main h2').allTextContents();

  it('an uploaded file that is not JSON is not quoted on the page', async () => {
    const rawDialogue = '[\u202Eevil \u200B<a href=x>\u0007 Session expired: sign in at evil.example';
    const page = await openPage(await stage.stage({ ...HONEST, rawDialogue }), { url: stage.url });
    await page.waitForSelector('.state.failed');
    expect(await page.textContent('.state.failed')).toBe(
      'The dialogue cannot be shown.It cannot be read: it is not JSON.',
    );
  });

  itSample<[string, StagedAttempt['change']]>([
    [
      'a score called __proto__',
      ({ verdict }) => (verdict.rules.scores = JSON.parse('{"__proto__":1,"constructor":1}')),
    ],
    ['counts that are none', ({ attempt }) => (attempt.usage.calls = { search: { toString: 1, valueOf: 1 }, view: 2 })],
  ])('a hostile file does not change the page: %s', async (_, change) => {
    const page = await openPage(await stage.stage({ ...HONEST, change: change! }), { url: stage.url });
    await page.waitForSelector('.attempt-row');
    expect(await titlesOf(page)).toEqual([...PANELS, 'Step by step']);
    expect(await page.locator('.state.failed').count()).toBe(0);
    await expectAccessibleState(page);
  });

  it('a broken panel leaves the rest of the attempt page intact', async () => {
    const asked = { items: [{ price: true, services: 0, options: 0, attributes: 0 }], voucher: false };
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      allow: /error: /,
      prepare: async (fresh) => {
        await answering((attempt) => ({ ...attempt, problem: { ...attempt.problem, asked } }))(fresh);
        // Responses are validated, so only a defect of the page itself can break a part: here, in the text of the
        // constraints.
        await fresh.addInitScript(() => {
          const { filter } = Array.prototype;
          Array.prototype.filter = function (this: unknown[], ...given: never[]) {
            if (this[0] === 'the kind of product') throw new Error('a defect');
            return Reflect.apply(filter, this, given);
          } as typeof filter;
        });
      },
    });
    await page.waitForSelector('.attempt-row');
    expect(await titlesOf(page)).toEqual([...PANELS, 'Step by step']);
    expect(await page.textContent('.state.failed')).toMatch(/This section cannot be shown/);
  });

  it('the attempt page says whose fault it is when the arena’s answer is invalid', async () => {
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      prepare: answering((attempt) => ({ ...attempt, problem: null as never })),
    });
    await page.waitForSelector('.state.failed');
    expect(await page.textContent('.state.failed')).toMatch(
      /is invalid: problem: .*error of the arena.*Reload the page/,
    );
  });

  it('the attempt page handles thousands of calls in one step', { tags: 'slow' }, async () => {
    const MANY = 20_000;
    const asked = Array.from({ length: MANY }, () => ['find_product', { q: 'lamp' }, []] as const);
    const emitted = Array.from({ length: MANY }, () => ({ name: 'find_product', arguments: '{}' }));
    const calls = [
      completion('The red lamp.', emitted),
      ...Array.from({ length: 60 }, () => search({ q: 'lamp' }, [])),
    ];
    const staged = { ...HONEST, dialogue: [told(1, 'The red lamp costs 100.', asked)], calls };
    const path = await stage.stage(staged);
    const page = await openPage(`${path}?view=claimed`, { url: stage.url });
    await page.waitForSelector('.attempt-row');
    expect(await page.locator('main *').count()).toBeLessThan(3_000);
    const claims = page.locator('.attempt-side:not(.recorded) > .attempt-block');
    // Plus the thought and the response.
    expect(await claims.count()).toBe(20 + 2);
    await page.click('button:text("Show the next 100 calls")');
    expect(await claims.count()).toBe(120 + 2);
    expect(await page.locator('.attempt-emitted').count()).toBe(20);
    const recorded = page.locator('.attempt-side.recorded .attempt-block');
    expect(await recorded.count()).toBe(21);
    await page.click('summary:text("40 more calls that the agent reports")');
    await page.click('.attempt-side.recorded button:text("Show the next 20 calls")');
    expect(await recorded.count()).toBe(61);
    await expectAccessibleState(page);
    const talk = await openPage(path, { url: stage.url });
    await talk.waitForSelector('.talk');
    expect(await talk.locator('main *').count()).toBeLessThan(3_000);
    const parts = talk.locator('.talk-part');
    // Plus the prompt and the answer.
    expect(await parts.count()).toBe(30 + 2);
    await talk.click('summary:text("more calls and claims of this step")');
    expect(await parts.count()).toBe(50 + 2);
    await talk.click('.talk > details button:text("Show the next 100 calls")');
    expect(await parts.count()).toBe(150 + 2);
    await expectAccessibleState(talk);
  });
});

describe('attempt with closed files', { timeout: scaled(120_000) }, () => {
  const CLOSED = {
    download_url: null,
    expires_at: null,
    sha256: null,
    bytes: null,
    missing: 'others_still_run',
  } as const;

  itSample([
    ['AGENT_RAISED', /failure agent AGENT_RAISED/],
    ['INFERENCE_FAILED', /failure platform INFERENCE_FAILED.*does not count against the agent/],
    ['SOMETHING_NEW', /failure unknown owner SOMETHING_NEW(?!.*does not count)/],
  ])('the attempt page says whose fault %s is, and why the files are closed', async (fault_code, due) => {
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      prepare: answering((attempt) => ({
        ...attempt,
        result: { ...attempt.result!, score_components: { fault_code } },
        dialogue: CLOSED,
        evidence: CLOSED,
      })),
    });
    await page.waitForSelector('.state:has-text("record is not public")');
    expect(await page.textContent('.state:has-text("record is not public")')).toMatch(/other validators still run it/);
    const result = page.locator('section', { has: page.locator('h2:text-is("Result")') });
    expect(await result.textContent()).toMatch(due);
    const problem = page.locator('section', { has: page.locator('h2:text-is("The problem")') });
    expect(await problem.textContent()).toMatch(/published when the problem is no longer in use/);
    await expectAccessibleState(page);
  });
});
