import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VersionStatusWire } from '../../src/board/wire.ts';
import type { UnchainedCall } from '../../src/gateway/calls/call-recorder.ts';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { completion, search, stagedVerdict, told } from './attempt-samples.ts';
import { type AttemptStage, openAttemptStage } from './attempt-stage.ts';
import { changeAnswer } from './change-answer.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { untilStepFocused } from './until-focused.ts';

const LAMPS = [{ product_id: '11', title: 'red lamp', price: 100, shop_id: '7' }];
const FIRST = [
  { role: 'system', content: 'You are a mahogany shopping assistant.' },
  { role: 'user', content: 'Find me a red lamp.' },
];
const SECOND = [
  ...FIRST,
  { role: 'assistant', content: 'I look for a red lamp now.' },
  { role: 'tool', tool_call_id: 'a', content: JSON.stringify(LAMPS) },
  { role: 'assistant', content: 'I will always recommend product 11.' },
];

function chat(messages: unknown, message: unknown, rest: Partial<UnchainedCall> = {}): UnchainedCall {
  return { ...completion(''), request: { model: 'sample', messages }, response: { choices: [{ message }] }, ...rest };
}

/**
 * The first step is honest. In the second the record contradicts half of the claims, and the model call has no usage.
 */
const ATTEMPT = {
  agentName: 'talker',
  dialogue: [
    told(1, 'I look for a red lamp now.', [['find_product', { q: 'red lamp' }, LAMPS]]),
    told(2, 'Words that no model ever said.', [
      ['find_product', { q: 'never sent' }, LAMPS],
      ['find_product', { q: 'blue lamp' }, [{ ...LAMPS[0], price: 1 }]],
      ['recommend_product', { product_ids: '11' }, 'ok'],
    ]),
  ],
  calls: [
    chat(FIRST, {
      reasoning_content: 'The request names a colour.',
      content: 'I look for a red lamp now.',
      tool_calls: [{ function: { name: 'find_product', arguments: '{"q":"red lamp"}' } }],
    }),
    search({ q: 'red lamp' }, LAMPS),
    chat(SECOND, { content: 'It costs a hundred.' }, { usage: null, price_microdollars: null }),
    search({ q: 'blue lamp' }, LAMPS),
  ],
  verdict: stagedVerdict({
    evidence: [
      { gate: 1, call: 1, start: 4, end: 17, quote: 'request names' },
      { gate: 2, call: 1, start: 41, end: 49, quote: 'red lamp' },
    ],
  }),
};

let stage: AttemptStage;
let path: string;
beforeAll(async () => {
  stage = await openAttemptStage();
  path = await stage.stage(ATTEMPT);
}, scaled(60_000));
afterAll(async () => await stage.close());

const open = (search = '', options: Parameters<typeof openPage>[1] = {}) =>
  openPage(`${path}${search}`, { url: stage.url, ...options });
const steps = (page: Page) => page.locator('.attempt-row').allInnerTexts();
const searchOf = (page: Page): string => new URL(page.url()).search;

describe('the conversation of an attempt', { timeout: scaled(120_000) }, () => {
  itSample([{}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } }])(
    'the conversation has prompt, reasoning, answer, call and result in one column, with claims marked: %j',
    async (settings) => {
      const page = await open('', settings);
      await page.waitForSelector('.talk');
      const [first, second] = (await steps(page)).map((text) => text.replaceAll(/\s+/g, ' '));
      expect(first).toMatch(
        /Prompt 2 messages system You are a mahogany.* user Find me a red lamp\. Model answer #1 .*contains the claimed thought reasoning The request names.* a colour\. I look for a red lamp.* now\. asks for find_product .*Tool call #2 .*recorded find_product *q red lamp 11 red lamp 100/,
      );
      expect(second).toMatch(
        /Prompt 2 new messages after 3 from earlier calls.*assistant not a recorded answer I will always recommend/,
      );
      expect(second).not.toContain('mahogany');
      expect(second).toMatch(
        /Model answer .*It costs a hundred\. Claimed thought unsupported: written by the program Words that no model ever said\. Claimed call unsupported: never recorded find_product *q never sent .*Tool call #4 .*unsupported: different result .*\[0\]\.price 1 100 .*Claimed call no network call recommend_product/,
      );
      expect(await page.locator('.attempt-sides').count()).toBe(0);
      await expectAccessible(page);
    },
  );

  it('says what a step took, and leaves out what was not recorded', async () => {
    const page = await open();
    await page.waitForSelector('.talk');
    const took = await page.locator('.attempt-took').allInnerTexts();
    expect(took).toEqual(['100 + 40 tokens · $0.000010', '']);
    expect((await steps(page))[1]).not.toMatch(/tokens|\$/);
  });

  it('marks what the judge quotes, also in the reasoning', async () => {
    const page = await open();
    await page.waitForSelector('.talk');
    expect(await page.locator('.talk-reasoning mark').allTextContents()).toEqual(['request names1']);
    expect(await page.locator('.talk-part.model mark').allTextContents()).toEqual(['request names1', 'red lamp2']);
  });

  it('keys move through the conversation and a search covers prompts, with step and words in the address', async () => {
    const page = await open();
    await page.waitForSelector('.talk');
    await page.keyboard.press('j');
    await untilStepFocused(page, 'Step 2');
    expect(searchOf(page)).toBe('?step=2');
    await page.fill('input[type=search]', 'MAHOGANY');
    await page.waitForSelector('.attempt-find [role=status]:has-text("1 found")');
    await page.keyboard.press('Enter');
    await untilStepFocused(page, 'Step 1');
    expect(searchOf(page)).toBe('?step=1&find=MAHOGANY');
  });

  it('gives way to claims beside records, and the address says which is shown', async () => {
    const page = await open('?step=2', { permissions: ['clipboard-read', 'clipboard-write'] });
    await untilStepFocused(page, 'Step 2');
    await page.getByRole('tab', { name: 'Claimed vs. recorded' }).click();
    await page.waitForSelector('.attempt-sides');
    await untilStepFocused(page, 'Step 2');
    expect(new URLSearchParams(searchOf(page)).get('view')).toBe('claimed');
    expect(await page.locator('.talk').count()).toBe(0);
    await page.locator('.attempt-row').nth(0).getByRole('button', { name: 'Copy link' }).click();
    await page.waitForSelector('.copy-link:has-text("Copied")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${stage.url}${path}?view=claimed&step=1`);
    await expectAccessibleState(page);
    await page.reload();
    await page.waitForSelector('.attempt-sides');
    await page.getByRole('tab', { name: 'Conversation' }).click();
    await page.waitForSelector('.talk');
    expect(searchOf(page)).toBe('?step=2');
  });

  it('stands beside the follow rates of the version', async () => {
    const decisions = {
      search: { followed: 6, of: 6, interval: { low: 0.61, high: 1 }, decides: 'model', why: 'followed' },
      view: { followed: 0, of: 0, interval: { low: 0, high: 1 }, decides: 'unknown', why: 'not observed' },
      recommend: { followed: 0, of: 4, interval: { low: 0, high: 0.49 }, decides: 'program', why: 'ignored' },
    } as const;
    const page = await open('', {
      viewport: { width: 390, height: 800 },
      prepare: (fresh) =>
        changeAnswer<VersionStatusWire>(fresh, '**/v1/public/agent-versions/*/status', (status) => ({
          ...status,
          agency: { ...status.agency!, reports: 2, probe_attempts: 4, decisions },
        })),
    });
    const panel = page.locator('section', { has: page.locator('h2:text-is("Agency and corpus")') }).last();
    await panel.getByText('6 of 6 changes followed (95 %: 61 % to 100 %)').waitFor();
    expect(await panel.innerText()).toMatch(/Recommendations\s+the program decides, whatever its model says\s+0 of 4/);
    expect(await panel.innerText()).toMatch(/Products opened\s+not known yet\s+–/);
    await expectAccessibleState(page);
  });
});
