import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { scaled } from '../../src/testing/scaled.ts';
import { fetchResource } from '../../src/testing/shared-resource.ts';
import { openChromium } from './chromium.ts';

/** URL of the contest that `stage.ts` serves. */
export const arenaUrl: string = await fetchResource(inject('contestSocket'));

export interface OpenOptions extends BrowserContextOptions {
  /** URL of a server other than that of the contest. */
  readonly url?: string;
  /** Called before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Errors that the test expects, such as a 404 response. */
  readonly allow?: RegExp;
  /** Preloads the other pages when idle, as for a real user; that is a fifth of the work of opening a page. */
  readonly preloads?: boolean;
  /** In Chromium itself: its headless shell shows no notifications. */
  readonly notifies?: boolean;
}

const browsers = new Map<'chromium' | 'shell', Promise<Browser>>();
const open: { readonly context: BrowserContext; readonly page: Page; readonly flaws: string[] }[] = [];

/** Opens a page in a fresh profile. Console errors and requests to other hosts fail the test that opened it. */
export async function openPage(path: string, options: OpenOptions = {}): Promise<Page> {
  const { url = arenaUrl, prepare, allow, preloads = false, notifies = false, ...settings } = options;
  const browser = await browsers.getOrInsertComputed(notifies ? 'chromium' : 'shell', async (name) =>
    openChromium({ shell: name === 'shell' }),
  );
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  context.setDefaultTimeout(scaled(30_000));
  if (!preloads) await context.addInitScript('globalThis.requestIdleCallback = () => 0;');
  const page = await context.newPage();
  const flaws: string[] = [];
  open.push({ context, page, flaws });
  const note = (flaw: string): void => {
    if (allow?.test(flaw) !== true) flaws.push(flaw);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== 'data:' && protocol !== 'blob:') {
      note(`request to ${request.url()}`);
    }
  });
  await prepare?.(page);
  await page.goto(new URL(path, url).href);
  return page;
}

/**
 * Checks another state of a page whose first state passed `expectAccessible`. Most violations are in both, and axe takes
 * more time than the rest of a test, so it runs here only where slow tests run.
 */
export async function expectAccessibleState(page: Page): Promise<void> {
  if (inject('runsSlowTests')) await expectNoViolation(page);
  await expectNoOverflow(page);
  await expectUniqueIds(page);
}

/** Checks the page with axe, that it is not wider than the window, and that no two elements have the same id. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page);
  await expectNoOverflow(page);
  await expectUniqueIds(page);
}

async function expectNoViolation(page: Page): Promise<void> {
  // Evaluated through the debugger: the page's content security policy would block a script element.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Rules new in WCAG 2.2 (the size of targets) are off by default.
    const rules = Object.fromEntries(axe.getRules(['wcag22aa']).map(({ ruleId }) => [ruleId, { enabled: true }]));
    // Skips the details of passed rules, which are slow to collect.
    const found = (await axe.run({ resultTypes: ['violations'], rules })).violations;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
    true,
  );
}

/** axe no longer checks this, but a label belongs to the first element with its id. */
async function expectUniqueIds(page: Page): Promise<void> {
  const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
}

interface Axe {
  getRules(tags: readonly string[]): readonly { readonly ruleId: string }[];
  run(options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Closes the pages of a test and fails it if one had an error. `setup.ts` calls it after each test. */
export async function closePages(): Promise<void> {
  const flaws = open.flatMap((each) => each.flaws);
  // Live events make a page refetch at any time, so a changed response may still be in flight.
  const close = async ({ context, page }: (typeof open)[number]): Promise<void> => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  await Promise.all(open.splice(0).map(close));
  expect(flaws).toEqual([]);
}
