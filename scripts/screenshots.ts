/**
 * Takes the screenshots for README and docs from a running arena, usually `npm start`.
 *
 *   ASSAY_URL=http://127.0.0.1:8788 node scripts/screenshots.ts [docs/pictures]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RaceHistoryWire } from '../src/board/wire/race-wire.ts';
import type { LeaderboardWire, VersionProblemsWire } from '../src/board/wire.ts';
import { openChromium } from '../web/test/chromium.ts';

const arena = process.env.ASSAY_URL ?? 'http://127.0.0.1:8788';
const folder = process.argv[2] ?? join('docs', 'pictures');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(new URL(`/v1/public${path}`, arena));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** Pages to show, including a public attempt of the leading agent and the last race with a result. */
async function findPages(): Promise<readonly Picture[]> {
  const { entries } = await get<LeaderboardWire>('/leaderboard');
  const { races } = await get<RaceHistoryWire>('/races/history');
  const top = entries.find(({ is_current_top }) => is_current_top) ?? entries[0]!;
  const version = top.agent_version_id;
  const { problems } = await get<VersionProblemsWire>(`/agent-versions/${version}/problems?phase=QUALIFYING`);
  const [result] = problems[0]!.validator_results;
  const race = races.find(({ state }) => state === 'promoted') ?? races[0]!;
  return [
    { name: 'arena', path: '/', colorScheme: 'light' },
    { name: 'attempt', path: `/attempts/${result!.eval_run_id}/${problems[0]!.problem_id}`, colorScheme: 'dark' },
    { name: 'race', path: `/races/${race.race_id}`, colorScheme: 'light' },
    { name: 'chain', path: '/chain', colorScheme: 'dark' },
    { name: 'training', path: '/training', colorScheme: 'light' },
  ];
}

mkdirSync(folder, { recursive: true });
const browser = await openChromium();
for (const { name, path, colorScheme } of await findPages()) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme });
  await page.goto(new URL(path, arena).href, { waitUntil: 'load' });
  // On a slow machine nothing is waiting yet, because the page itself is still being loaded.
  await page.locator('.live-mark[data-state=live]').waitFor();
  // The attempt page has more of them in folds that are closed.
  await page.locator('main section').filter({ visible: true }).first().waitFor();
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
  // Charts are drawn by a chunk that loads later.
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
