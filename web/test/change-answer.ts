import type { Page } from 'playwright-core';
import { arenaUrl } from './harness.ts';

export async function askArena<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, arenaUrl));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Lets a page see what its arena does not say at the moment: the arena is asked, and its own answer changed on the way. A
 * path that begins with a slash is meant as it is, with any query; others are patterns.
 */
export async function changeAnswer<T>(page: Page, path: string, change: (answer: T) => unknown): Promise<void> {
  await page.route(path.startsWith('/') ? ({ pathname }) => pathname === path : path, async (route) => {
    // Live events make a page ask again at any time, also while its test ends and the page closes.
    const response = await route.fetch().catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response === null || answer === null) return;
    await route.fulfill({ response, json: change(answer as T) }).catch(() => {});
  });
}
