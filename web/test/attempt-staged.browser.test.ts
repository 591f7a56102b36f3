import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itSample } from '../../src/testing/it-sample.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { HOSTILE_SAMPLES } from '../src/testing/hostile-samples.ts';
import { completion, search, stagedVerdict, told } from './attempt-samples.ts';
import { type AttemptStage, openAttemptStage } from './attempt-stage.ts';
import { expectAccessible, expectAccessibleState, openPage } from './harness.ts';
import { untilQuoteFocused, untilStepFocused } from './until-focused.ts';

const SAMPLES = Object.entries(HOSTILE_SAMPLES);
const HALF = Math.ceil(SAMPLES.length / 2);

/** Fills every field of an attempt that an agent, a model or a validator controls with each sample. */
function staged(samples: readonly (readonly [string, string])[]) {
  const texts = samples.map(([, text]) => text);
  const calls = texts.flatMap((text) => [
    completion(text, [{ name: text.slice(0, 200), arguments: text }]),
    search({ q: text }, [{ product_id: text, title: text, price: text, shop_id: text, [text]: text }]),
  ]);
  const evidence = texts.map((text, index) => ({
    gate: (index % 4) + 1,
    call: 2 * index + 1,
    start: 0,
    end: text.length,
    quote: text,
  }));
  return {
    dialogue: texts.map((text, index) =>
      told(index + 1, text, [['find_product', { q: text, [text]: text }, [{ title: text }]]]),
    ),
    calls,
    verdict: stagedVerdict({ explanation: texts[0]!, evidence, judge: texts[1]!, recommended: texts }),
    fault: { code: 'AGENT_RAISED' as const, message: texts.join(' ').slice(0, 1_900) },
  };
}

/** Finds elements inside untrusted text, invisible characters, and boxes that overflow. */
async function flawsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const flaws: string[] = [];
    const main = document.querySelector('main')!;
    const note = (flaw: string) => void (flaws.length < 20 && flaws.push(flaw));
    if ('pwned' in globalThis) note('something ran');
    for (const element of main.querySelectorAll('.hostile *')) {
      // An empty element where a name may break.
      if (element.outerHTML === '<wbr>') continue;
      if (element.tagName !== 'SPAN' || !/^hostile-(?:sign|left)$/.test(element.className)) note(element.outerHTML);
    }
    for (const element of document.querySelectorAll(
      'img, svg:not(.address svg), iframe, object, embed, form, base, main style, main script',
    )) {
      note(element.outerHTML.slice(0, 200));
    }
    for (const link of main.querySelectorAll('a')) {
      if (
        !/^\/(?:agents|attempts|contestants|problems|races|submit|validators)\b/.test(link.getAttribute('href') ?? '')
      )
        note(link.outerHTML);
    }
    for (const element of main.querySelectorAll<HTMLElement>('.hostile')) {
      const { unicodeBidi, direction } = getComputedStyle(element);
      if (unicodeBidi !== 'isolate' || direction !== 'ltr') note(`${unicodeBidi} ${direction}`);
    }
    const { left, right } = main.getBoundingClientRect();
    for (const element of main.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      const isScrolled = element.closest('.scroll') !== null;
      if (!isScrolled && box.width > 1 && (box.left < left - 1 || box.right > right + 1))
        note(`wide: ${element.outerHTML.slice(0, 120)}`);
    }
    const unseen = /[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|[^\P{Zs} ]|[\u2800\uFFFC\u3164]/u;
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const texts = node instanceof Element ? [...node.attributes].map(({ value }) => value) : [node.textContent ?? ''];
      for (const text of texts) if (unseen.test(text)) note(`hidden character in ${JSON.stringify(text.slice(0, 80))}`);
    }
    return flaws;
  });
}

let stage: AttemptStage;
beforeAll(async () => {
  stage = await openAttemptStage();
});
afterAll(async () => await stage.close());

describe('a page with hostile text', { timeout: scaled(120_000) }, () => {
  const paths: string[] = [];
  beforeAll(async () => {
    for (const samples of [SAMPLES.slice(0, HALF), SAMPLES.slice(HALF)]) paths.push(await stage.stage(staged(samples)));
  });

  const VIEWS = [
    [0, 1280, 'claimed'],
    [1, 360, 'conversation'],
    [1, 360, 'claimed'],
    [0, 360, 'conversation'],
    [1, 1280, 'conversation'],
  ] as const;

  itSample(VIEWS, 2)(
    'shows all of them in half %d at %d pixels as %s, and falls for none',
    async (half, width, view) => {
      const page = await openPage(`${paths[half]!}?view=${view}`, { url: stage.url, viewport: { width, height: 900 } });
      await page.waitForSelector('.attempt-row');
      const title = await page.title();
      const rows = await page.locator('.attempt-row').count();
      expect(rows).toBe(half === 0 ? HALF : SAMPLES.length - HALF);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      await page.waitForSelector(view === 'claimed' ? '.attempt-messages' : '.talk-message');
      await page.evaluate(() => {
        for (const button of document.querySelectorAll('button'))
          if (button.textContent === 'Show more') button.click();
      });
      expect(await flawsOf(page)).toEqual([]);
      expect(title).toMatch(/^Attempt · (.* · )?Assay$/);
      expect(new URL(page.url()).pathname).toBe(paths[half]);
      await expectAccessible(page);
    },
  );

  it('an attempt with hostile text verifies, because the shown text is not what is hashed', async () => {
    const page = await openPage(paths[1]!, { url: stage.url });
    await page.click('button:text("Verify")');
    await page.waitForSelector('.attempt-checks');
    expect(await page.locator('.attempt-checks').getByText('failed', { exact: true }).count()).toBe(0);
    expect(await page.locator('.attempt-checks li').count()).toBeGreaterThan(8);
    expect(await flawsOf(page)).toEqual([]);
  });
});

describe('a long attempt', { timeout: scaled(120_000) }, () => {
  const STEPS = 200;
  const CARDS = [{ product_id: '11', title: 'red lamp', price: 100, shop_id: '7' }];
  let path: string;
  beforeAll(async () => {
    const numbers = Array.from({ length: STEPS }, (_, index) => index + 1);
    const thought = (number: number) => `Thought number ${number}: the red lamp 11 costs 100, which is fine.`;
    path = await stage.stage({
      dialogue: numbers.map((number) => told(number, thought(number), [claimOf(number)])),
      calls: numbers.flatMap((number) => [
        completion(thought(number)),
        search({ q: number === 150 ? 'the answer table' : `lamp ${number}` }, CARDS),
      ]),
      verdict: stagedVerdict({
        evidence: [{ gate: 1, call: 2 * 180 - 1, start: 0, end: 18, quote: 'Thought number 180' }],
      }),
    });
    function claimOf(number: number) {
      const result = number === 120 ? [{ ...CARDS[0], price: 1 }] : CARDS;
      return ['find_product', { q: `lamp ${number}` }, result] as const;
    }
  });
  const focused = (page: Page) => page.evaluate('document.activeElement.querySelector("h3")?.textContent');

  itSample(['conversation', 'claimed'])(
    'keeps only what is in sight of the %s in the document, and is walked by keys',
    async (view) => {
      const page = await openPage(`${path}?view=${view}`, { url: stage.url });
      await page.waitForSelector('.attempt-row');
      expect(await page.textContent('.attempt-bar')).toContain(`1 of ${STEPS} · 2 with differences`);
      expect(await page.locator('.attempt-row').count()).toBeLessThan(30);
      for (let press = 0; press < 5; press++) await page.keyboard.press('j');
      await untilStepFocused(page, 'Step 6');
      await page.keyboard.press('k');
      await untilStepFocused(page, 'Step 5');
      await page.click('button:text("Next difference")');
      await untilStepFocused(page, 'Step 120');
      expect(await page.locator('article:focus').textContent()).toMatch(/different result.*\[0\]\.price.*1.*100/);
      await page.click('button:text("Next difference")');
      await untilStepFocused(page, 'Step 150');
      expect(await page.locator('article:focus').textContent()).toMatch(
        /different arguments.*"lamp 150".*"the answer table"/,
      );
      expect(await focused(page)).toBe('Step 150');
      expect(await page.locator('.attempt-row').count()).toBeLessThan(30);
      await expectAccessibleState(page);
    },
  );

  it('a long attempt finds a quote far down', async () => {
    const page = await openPage(path, { url: stage.url });
    await page.click('.attempt-gates button');
    await untilQuoteFocused(page);
    expect(await page.evaluate('document.activeElement.parentElement.textContent')).toContain('Thought number 180');
    const top = (await page.evaluate('document.activeElement.getBoundingClientRect().top')) as number;
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(900);
  });
});
