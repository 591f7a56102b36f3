import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AttemptPageWire } from '../../src/board/wire.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { completion, search, stagedVerdict, told } from './attempt-samples.ts';
import { type AttemptStage, openAttemptStage, type StagedAttempt } from './attempt-stage.ts';
import { changeAnswer } from './change-answer.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { untilStepFocused } from './until-focused.ts';

const LAMPS = [
  { product_id: '11', title: 'red lamp', price: 130, shop_id: '7' },
  { product_id: '12', title: 'blue lamp', price: 120, shop_id: '7' },
];
const SHADES = [{ product_id: '30', title: 'teal shade', price: 90, shop_id: '7' }];

/** Searches for these words, one step each, and recommends a product. */
function attempt(agentName: string, words: readonly string[], recommended: string): StagedAttempt {
  const answerTo = (q: string) => (q === 'shade' ? SHADES : LAMPS);
  const last = words.length + 1;
  return {
    agentName,
    dialogue: [
      ...words.map((q, place) => told(place + 1, `I look for a ${q} now.`, [['find_product', { q }, answerTo(q)]])),
      told(last, 'I take this one.', [['recommend_product', { product_ids: recommended }, 'ok']]),
    ],
    calls: words.flatMap((q) => [completion(`I look for a ${q} now.`), search({ q }, answerTo(q))]),
    verdict: stagedVerdict({ recommended: [recommended] }),
  };
}

let stage: AttemptStage;
let first: string;
let second: string;
let problem: string;
beforeAll(async () => {
  stage = await openAttemptStage(3);
  first = await stage.stage(attempt('one', ['lamp', 'shade'], '11'));
  second = await stage.stage(attempt('two', ['lamp'], '12'));
  problem = first.split('/').at(-1)!;
}, scaled(60_000));
afterAll(async () => await stage.close());

const open = (path: string, options: Parameters<typeof openPage>[1] = {}) =>
  openPage(path, { url: stage.url, ...options });
const runOf = (path: string): string => path.split('/').at(-2)!;
const addressOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search;
const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.locator(`h2:text-is("${title}")`) }).first();

const ATTEMPT = '**/v1/public/evaluation-runs/*/problems/*';

/** Shows the page an attempt with more than the arena reveals. */
function answering(change: (attempt: AttemptPageWire) => AttemptPageWire['problem']): (page: Page) => Promise<unknown> {
  return async (page) =>
    await changeAnswer<AttemptPageWire>(page, ATTEMPT, (attempt) => ({ ...attempt, problem: change(attempt) }));
}

describe('navigation between attempts', { timeout: scaled(120_000) }, () => {
  it('keys lead through the problems of a run, and links to other attempts at the same problem', async () => {
    const page = await open(first);
    await page.waitForSelector('.attempt-row');
    expect(await page.textContent('.attempt-ways')).toContain('1 of 3 in this run');
    await page.keyboard.press(']');
    await page.waitForFunction((before) => location.pathname !== before, first);
    await page.waitForSelector('.attempt-ways:has-text("2 of 3 in this run")');
    await page.keyboard.press('[');
    await page.waitForURL(`**${first}`);
    await page.click('.attempt-ways summary:has-text("Run:")');
    expect(await page.locator('.attempt-map a').allTextContents()).toHaveLength(3);
    expect(await page.locator('.attempt-map [aria-current=page]').textContent()).toMatch(/^1 .*not solved/);
    await page.click('.attempt-ways summary:has-text("Same problem: 1 other attempt")');
    await expectAccessible(page);
    await page.click('.attempt-ways table a:has(.badge)');
    await page.waitForURL(`**${second}`);
  });

  it('keys and links between the problems of a run keep the view, but no step', async () => {
    const page = await open(`${first}?view=claimed&step=2`);
    await page.waitForSelector('.attempt-sides');
    await page.keyboard.press(']');
    await page.waitForFunction((before) => location.pathname !== before, first);
    expect(new URL(page.url()).search).toBe('?view=claimed');
    await page.click('.attempt-ways a:has-text("Previous problem")');
    await page.waitForURL(`**${first}?view=claimed`);
    await page.waitForSelector('.attempt-sides');
  });

  it('the step and the search words are kept in the URL', async () => {
    const page = await open(`${first}?step=2`);
    await untilStepFocused(page, 'Step 2');
    await page.keyboard.press('k');
    await untilStepFocused(page, 'Step 1');
    await page.waitForURL(`**${first}?step=1`);
    await page.fill('input[type=search]', 'TEAL shade');
    await page.waitForSelector('.attempt-find [role=status]:has-text("1 found")');
    expect(await page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(1);
    await page.waitForURL('**?step=1&find=TEAL*');
    await page.keyboard.press('Enter');
    await untilStepFocused(page, 'Step 2');
    await page.waitForURL('**?step=2&find=*');
    await page.reload();
    await untilStepFocused(page, 'Step 2');
    expect(await page.inputValue('input[type=search]')).toBe('TEAL shade');
    // Letters typed into a field are not shortcuts.
    await page.fill('input[type=search]', '');
    await page.type('input[type=search]', 'j]k[');
    await page.waitForSelector('.attempt-find [role=status]:has-text("not found")');
    expect(addressOf(page)).toContain(`${first}?step=2`);
  });

  it('the link to a single step can be copied', async () => {
    const page = await open(first, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.attempt-row').nth(1).getByRole('button', { name: 'Copy link' }).click();
    await page.waitForSelector('.copy-link:has-text("Copied")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${stage.url}${first}?step=2`);
  });

  itSample([{}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } }])(
    'the problem page leads to two attempts side by side: %j',
    async (settings) => {
      const page = await open(`/problems/${problem}`, settings);
      await page.waitForSelector('.problem-choice');
      const text = await page.locator('main').innerText();
      expect(text).toMatch(/Solved by\s+0 of 2 versions/);
      expect(text).toContain('The answer is not public.');
      await expectAccessibleState(page);
      await page.check(`tr:has-text("one v1") input[name="compare A"]`);
      await page.check(`tr:has-text("two v1") input[name="compare B"]`);
      await page.click('a:text-is("Compare A with B")');
      await page.waitForURL(`**/problems/${problem}/compare/${runOf(first)}/${runOf(second)}`);
      await page.waitForSelector('.compare-step');
      const steps = await page.locator('.compare-step').allInnerTexts();
      expect(steps[0]).toMatch(/^same calls[\s\S]*A: step 1[\s\S]*B: step 1/);
      expect(steps[1]).toMatch(/only on one side first difference[\s\S]*A: step 2[\s\S]*teal shade[\s\S]*No such step/);
      expect(steps[2]).toMatch(/^same tools, different arguments[\s\S]*A: step 3[\s\S]*B: step 2/);
      const marked = await page.locator('.attempt-argument mark').allInnerTexts();
      expect(marked.map((text) => text.replace(/\s*\(different\)/, ''))).toEqual(['11', '12']);
      const differing = await page.locator('.compare-differs th').allInnerTexts();
      expect(differing.map((name) => name.replace(/ *≠/, ''))).toEqual(
        expect.arrayContaining(['Recommended', 'Steps']),
      );
      await expectAccessibleState(page);
    },
  );

  it('a problem that does not exist is reported', async () => {
    const page = await open('/problems/00000000-0000-4000-8000-000000000000', { allow: /404/ });
    expect(await page.textContent('.state.failed')).toMatch(/no such problem/);
  });
});

describe('the answer of a retired problem', { timeout: scaled(120_000) }, () => {
  it('the problem page shows the answer when the problem is retired and its suite is no longer active', async () => {
    // Its own arena: the problems of the others stay in use.
    const own = await openAttemptStage();
    // After the pages: the arena waits for their live updates.
    onTestFinished(() => own.close());
    const path = `/problems/${(await own.stage(attempt('one', ['lamp'], '11'))).split('/').at(-1)}`;
    const page = await openPage(path, { url: own.url });
    await page.getByText('The answer is not public.').waitFor();
    const [target] = await own.retireProblems();
    const answer = panel(page, 'The answer');
    // The arena may show a page as it was up to a second ago.
    await expect
      .poll(
        async () => {
          await page.reload();
          await answer.waitFor();
          return await answer.getByRole('table', { name: 'What was wanted' }).count();
        },
        { timeout: scaled(10_000), interval: 500 },
      )
      .toBe(1);
    expect(await answer.innerText()).toContain(target!.titles[0]);
    await answer.getByText('Accepted products: 1 listing').click();
    expect(await answer.innerText()).toContain(`Item 1: ${target!.productId}`);
    expect(await panel(page, 'Use').innerText()).toContain('Leaked.');
    await expectAccessibleState(page);
  });
});

describe('why an attempt failed', { timeout: scaled(120_000) }, () => {
  const asked = { items: [{ price: true, services: 0, options: 1, attributes: 0 }], voucher: false };

  it('the attempt page explains a failure field by field, without the answer and unrequested fields', async () => {
    const page = await open(first, { prepare: answering(({ problem: known }) => ({ ...known, asked })) });
    const why = panel(page, 'Why it failed');
    await why.locator('.attempt-trace').waitFor();
    const text = await why.innerText();
    expect(text).toMatch(/price not met\s+a price limit\s+130/);
    expect(text).toMatch(/recommended 11 red lamp, first shown in step 1, recommended in step 3/);
    expect(text).not.toContain('would have passed');
    const scores = await panel(page, 'Scores by field').innerText();
    expect(scores).toMatch(/service\s+not asked\s+not asked/);
    expect(scores).toMatch(/price\s+0\.00\s+1\.00/);
    await expectAccessibleState(page);
  });

  it('the attempt page names the accepted products and the failing step once the answer is public', async () => {
    const item = { titles: ['a shade'], keyword: null, services: [], options: {}, attributes: {} };
    const target = { ...item, product_id: '29', accepts: ['29', '30'], price: { low: null, high: 100 } };
    const page = await open(first, {
      viewport: { width: 390, height: 800 },
      prepare: answering(({ problem: known }) => ({ ...known, asked, answer: { items: [target], budget: null } })),
    });
    const why = panel(page, 'Why it failed');
    await why.locator('.attempt-trace').waitFor();
    const text = await why.innerText();
    // On a phone the column "Recommended" comes first.
    expect(text).toMatch(/product not accepted\s+11\s+29 or one of 1 other/);
    expect(text).toMatch(/130\s+at most 100/);
    expect(text).toMatch(/went wrong in step 3: it had seen 1 product that would have passed/);
    expect(text).toMatch(/would have passed 30 teal shade, shown in step 2/);
    await expectAccessibleState(page);
    await why.getByRole('button', { name: 'step 2' }).click();
    await untilStepFocused(page, 'Step 2');
    await page.waitForURL('**?step=2');
  });
});
