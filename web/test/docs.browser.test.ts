import { describe, expect, it } from 'vitest';
import { scaled } from '../../src/testing/scaled.ts';
import { openPage } from './harness.ts';

describe('API page', { timeout: scaled(120_000) }, () => {
  // The harness fails a page with a message on its console, which a violation of its policy is.
  it('the API page shows every operation, and loads nothing that its policy forbids', async () => {
    const page = await openPage('/docs');
    await page.waitForSelector('.opblock');
    const described = await page.evaluate(async () => {
      const { paths } = (await (await fetch('/openapi.json')).json()) as { paths: Record<string, object> };
      return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    });
    await expect.poll(() => page.locator('.opblock').count(), { timeout: scaled(30_000) }).toBe(described);
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
  });
});
