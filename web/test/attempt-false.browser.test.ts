import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptPageWire } from '../../src/board/wire.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { completion, search, stagedVerdict, told } from './attempt-samples.ts';
import { type AttemptStage, openAttemptStage, type StagedAttempt } from './attempt-stage.ts';
import { expectAccessible, openPage } from './harness.ts';

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

/** Lets the page see an attempt that the arena does not have. */
function answering(change: (attempt: AttemptPageWire) => AttemptPageWire): (page: Page) => Promise<unknown> {
  return async (page) =>
    await page.route('**/v1/public/evaluation-runs/*/problems/*', async (route) => {
      const answer = await route.fetch();
      const json = change((await answer.json()) as AttemptPageWire);
      // Live events make a page ask again at any time, also while its test ends.
      await route.fulfill({ response: answer, json }).catch(() => {});
    });
}

async function verify(staged: StagedAttempt): Promise<{ readonly title: string; readonly failed: string[] }> {
  const page = await openPage(await stage.stage(staged), { url: stage.url });
  await page.click('button:text("Verify")');
  await page.waitForSelector('.attempt-checks');
  await expectAccessible(page);
  const panel = page.locator('section', { has: page.locator('h2:text-is("Receipt")') });
  const failed = await page.locator('.attempt-checks li:has(.badge:text-is("not ok"))').allTextContents();
  return { title: (await panel.locator('[role=status] p .badge').textContent())!, failed };
}

describe('a validator that signs one thing and shows another', { timeout: scaled(120_000) }, () => {
  it('is verified while it does not', async () => {
    expect(await verify(HONEST)).toEqual({ title: 'verified', failed: [] });
  });

  it('is seen when it reports a success over a failure that it signed', async () => {
    expect(await verify({ ...HONEST, reported: { status: 'SUCCESS', score: 1 } })).toEqual({
      title: 'does not hold',
      failed: [expect.stringContaining('SUCCESS, score 1 reported, FAILED, score 0 signed')],
    });
  });

  it('is seen when it ran another program', async () => {
    const { title, failed } = await verify({ ...HONEST, otherAgent: 'def agent_main(problem_data):\n    return []\n' });
    expect([title, failed]).toEqual(['does not hold', [expect.stringContaining('The agent that was run')]]);
  });

  it.each<[string, Partial<StagedAttempt>]>([
    ['the calls', { change: (evidence) => delete evidence.calls }],
    ['the dialogue', { without: 'dialogue' }],
  ])('gets no more than half a word for leaving out %s', async (_, left) => {
    expect(await verify({ ...HONEST, ...left })).toEqual({
      title: 'signed; not all of it could be checked',
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

  it('is not quoted when it is no JSON', async () => {
    const rawDialogue = '[\u202Eevil \u200B<a href=x>\u0007 Session expired: sign in at evil.example';
    const page = await openPage(await stage.stage({ ...HONEST, rawDialogue }), { url: stage.url });
    await page.waitForSelector('.state.failed');
    expect(await page.textContent('.state.failed')).toBe(
      'The dialogue cannot be shown.It cannot be read: it is not JSON.',
    );
  });

  it.each<[string, StagedAttempt['change']]>([
    [
      'a score called __proto__',
      ({ verdict }) => (verdict.rules.scores = JSON.parse('{"__proto__":1,"constructor":1}')),
    ],
    ['counts that are none', ({ attempt }) => (attempt.usage.calls = { search: { toString: 1, valueOf: 1 }, view: 2 })],
  ])('changes nothing with %s', async (_, change) => {
    const page = await openPage(await stage.stage({ ...HONEST, change: change! }), { url: stage.url });
    await page.waitForSelector('.attempt-row');
    expect(await titlesOf(page)).toEqual([...PANELS, 'Step by step']);
    expect(await page.locator('.state.failed').count()).toBe(0);
    await expectAccessible(page);
  });

  it('takes no more than its own part with it', async () => {
    const asked = { items: [{ price: true, services: 0, options: 0, attributes: 0 }], voucher: false };
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      allow: /error: /,
      prepare: async (fresh) => {
        await answering((attempt) => ({ ...attempt, problem: { ...attempt.problem, asked } }))(fresh);
        // Answers are parsed, so that only a defect of the page can break a part: here the words for what was asked.
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
    expect(await page.textContent('.state.failed')).toMatch(/This part cannot be shown/);
  });

  it('says whose fault it is when the arena’s own answer does not fit', async () => {
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      prepare: answering((attempt) => ({ ...attempt, problem: null as never })),
    });
    await page.waitForSelector('.state.failed');
    expect(await page.textContent('.state.failed')).toMatch(/is invalid: problem: .*arena’s fault.*Reload the page/);
  });

  it('does not stop it with thousands of calls in one step', async () => {
    const MANY = 20_000;
    const asked = Array.from({ length: MANY }, () => ['find_product', { q: 'lamp' }, []] as const);
    const emitted = Array.from({ length: MANY }, () => ({ name: 'find_product', arguments: '{}' }));
    const calls = [
      completion('The red lamp.', emitted),
      ...Array.from({ length: 60 }, () => search({ q: 'lamp' }, [])),
    ];
    const staged = { ...HONEST, dialogue: [told(1, 'The red lamp costs 100.', asked)], calls };
    const page = await openPage(await stage.stage(staged), { url: stage.url });
    await page.waitForSelector('.attempt-row');
    expect(await page.locator('main *').count()).toBeLessThan(3_000);
    const claims = page.locator('.attempt-side:not(.recorded) > .attempt-block');
    // With the thought and the response.
    expect(await claims.count()).toBe(20 + 2);
    await page.click('button:text("Show the next 100 calls")');
    expect(await claims.count()).toBe(120 + 2);
    expect(await page.locator('.attempt-emitted').count()).toBe(20);
    const recorded = page.locator('.attempt-side.recorded .attempt-block');
    expect(await recorded.count()).toBe(21);
    await page.click('summary:text("40 more calls that the agent tells of")');
    await page.click('.attempt-side.recorded button:text("Show the next 20 calls")');
    expect(await recorded.count()).toBe(61);
    await expectAccessible(page);
  });
});

describe('an attempt whose files are closed', { timeout: scaled(120_000) }, () => {
  const CLOSED = {
    download_url: null,
    expires_at: null,
    sha256: null,
    bytes: null,
    missing: 'others_still_run',
  } as const;

  it.each([
    ['AGENT_RAISED', /fault agent's AGENT_RAISED/],
    ['INFERENCE_FAILED', /fault platform's INFERENCE_FAILED.*costs the agent nothing/],
    ['SOMETHING_NEW', /fault of unknown owner SOMETHING_NEW(?!.*costs)/],
  ])('says whose fault %s is, and why the rest is not to be seen', async (fault_code, due) => {
    const page = await openPage(await stage.stage(HONEST), {
      url: stage.url,
      prepare: answering((attempt) => ({
        ...attempt,
        result: { ...attempt.result!, score_components: { fault_code } },
        dialogue: CLOSED,
        evidence: CLOSED,
      })),
    });
    await page.waitForSelector('.state:has-text("is closed")');
    expect(await page.textContent('.state:has-text("is closed")')).toMatch(/other validators still run it/);
    const result = page.locator('section', { has: page.locator('h2:text-is("Result")') });
    expect(await result.textContent()).toMatch(due);
    const problem = page.locator('section', { has: page.locator('h2:text-is("The problem")') });
    expect(await problem.textContent()).toMatch(/public once the problem is out of use/);
    await expectAccessible(page);
  });
});
