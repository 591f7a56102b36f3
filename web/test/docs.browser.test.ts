import { describe, expect, it } from 'vitest';
import { scaled } from '../../src/testing/scaled.ts';
import { openPage } from './harness.ts';

describe('API page', { timeout: scaled(120_000) }, () => {
  // A violation of the page's content security policy is logged on its console, for which the harness fails the test.
  it('the API page shows every operation, and loads nothing that its policy forbids', async () => {
    // Only visible operations are rendered, so the window is as high as the page: scrolling through it took most of the time.
    const page = await openPage('/docs', { viewport: { width: 1280, height: 16_000 } });
    await page.waitForSelector('.opblock');
    const described = await page.evaluate(async () => {
      const { paths } = (await (await fetch('/openapi.json')).json()) as { paths: Record<string, object> };
      return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    });
    const shown = new Set<string>();
    const scrollThrough = async (): Promise<number> => {
      for (let top = 0; top < (await page.evaluate(() => document.documentElement.scrollHeight)); top += 15_000) {
        await page.evaluate((y) => scrollTo(0, y), top);
        await page.waitForSelector('.opblock');
        const texts = await page.locator('.opblock-summary-method, .opblock-summary-path').allInnerTexts();
        for (let index = 0; index + 1 < texts.length; index += 2) shown.add(`${texts[index]} ${texts[index + 1]}`);
      }
      return shown.size;
    };
    await expect.poll(scrollThrough, { timeout: scaled(60_000) }).toBe(described);
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
  });
});
