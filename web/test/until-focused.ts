import type { Page } from 'playwright-core';

/**
 * Waits until the step with this title has the focus. Passes a function, because a string would be evaluated in the
 * page, which its content security policy forbids.
 */
export async function untilStepFocused(page: Page, title: string): Promise<void> {
  await page.waitForFunction((due) => document.activeElement?.querySelector('h3')?.textContent === due, title);
}

export async function untilQuoteFocused(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.classList.contains('attempt-anchor'));
}
