import type { Page } from 'playwright-core';
import { arenaUrl } from './harness.ts';

export async function askArena<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, arenaUrl));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Shows a page a response that its arena does not currently give: the request goes to the arena, and its response is
 * changed. A path that begins with a slash is matched exactly, with any query; others are patterns.
 */
export async function changeAnswer<T>(page: Page, path: string, change: (answer: T) => unknown): Promise<void> {
  await page.route(path.startsWith('/') ? ({ pathname }) => pathname === path : path, async (route) => {
    // Live events make a page refetch at any time, even while the test ends and the page closes.
    const response = await route.fetch().catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response === null || answer === null) return;
    await route.fulfill({ response, json: change(answer as T) }).catch(() => {});
  });
}
