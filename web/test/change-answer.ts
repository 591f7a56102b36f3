import type { Page } from 'playwright-core';
import { arenaUrl } from './harness.ts';

export async function askArena<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, arenaUrl));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Lets a page see what the contest is not in at the moment: the arena is asked, and its own answer changed on the way. */
export async function changeAnswer<T>(page: Page, path: string, change: (answer: T) => T): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const answer = await fetch(new URL(`${pathname}${search}`, arenaUrl));
      const headers = { 'x-arena-time': answer.headers.get('x-arena-time') ?? '' };
      const json = change((await answer.json()) as T);
      // Live events make a page ask again at any time, also while its test ends.
      await route.fulfill({ status: answer.status, headers, json }).catch(() => {});
    },
  );
}
