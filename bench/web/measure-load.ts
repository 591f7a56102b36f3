import type { Browser, CDPSession } from 'playwright-core';

export interface FirstLoad {
  /** Document, scripts and styles, as transferred. */
  readonly siteBytes: number;
  /** Responses of the API. */
  readonly apiBytes: number;
  /** Scripts and styles of other pages, fetched when idle. */
  readonly laterBytes: number;
  readonly requests: number;
  /** Time until the first row of the leaderboard appears. */
  readonly milliseconds: number;
}

interface Finished {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
}

/** Compressed bytes of the arena page in a fresh profile. Fonts do not count. */
export async function measureLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const first = await load(browser, url, true);
  const whole = await load(browser, url, false);
  const isApi = ({ url }: Finished): boolean => new URL(url).pathname.startsWith('/v1/');
  const sum = (list: readonly Finished[]): number => list.reduce((total, { bytes }) => total + bytes, 0);
  const site = first.finished.filter((each) => !isApi(each));
  const siteBytes = sum(site);
  return {
    siteBytes,
    apiBytes: sum(first.finished.filter(isApi)),
    laterBytes: sum(whole.finished.filter((each) => !isApi(each))) - siteBytes,
    requests: first.finished.length,
    milliseconds: first.milliseconds,
  };
}

/** `alone`: without the other pages, which are fetched once the browser is idle. */
async function load(browser: Browser, url: string, alone: boolean) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    if (alone) await page.addInitScript('globalThis.requestIdleCallback = () => 0;');
    const finished = await watchRequests(await context.newCDPSession(page));
    const started = performance.now();
    await page.goto(url);
    await page.waitForSelector('table:has(caption:has-text("contestants")) tbody tr');
    const milliseconds = performance.now() - started;
    // The event stream never ends, so the network never becomes idle.
    let seen = -1;
    while (seen !== finished.length) {
      seen = finished.length;
      await page.waitForTimeout(1_000);
    }
    return { finished, milliseconds };
  } finally {
    await context.close();
  }
}

async function watchRequests(session: CDPSession): Promise<readonly Finished[]> {
  const finished: Finished[] = [];
  const begun = new Map<string, { readonly url: string; readonly type: string }>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    begun.set(requestId, { url: response.url, type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = begun.get(requestId);
    if (request === undefined || request.type === 'Font') return;
    finished.push({ ...request, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return finished;
}
