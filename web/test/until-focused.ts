import type { Page } from 'playwright-core';

/** Waits for the step with this title. As a function: a text would be evaluated again and again, which our pages forbid. */
export async function untilStepFocused(page: Page, title: string): Promise<void> {
  await page.waitForFunction((due) => document.activeElement?.querySelector('h3')?.textContent === due, title);
}

export async function untilQuoteFocused(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.classList.contains('attempt-anchor'));
}
