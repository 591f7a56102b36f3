import type { Browser, CDPSession, Page } from 'playwright-core';

export interface Work {
  readonly all: number;
  readonly script: number;
  readonly layout: number;
}

export interface Scroll {
  /** Milliseconds between consecutive frames. */
  readonly frames: readonly number[];
  /**
   * Processor time of the page's main thread per frame, in milliseconds; other work on the machine hardly changes it.
   */
  readonly work: Work;
  /** Rows rendered while it scrolls. */
  readonly rowsInDocument: number;
}

const PIXELS_PER_SECOND = 6_000;
const PIXELS = 30_000;

/** Loads every row of the leaderboard, then scrolls it with the wheel and records the time of each frame. */
export async function measureScroll(browser: Browser, url: string, rows: number): Promise<Scroll> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    context.setDefaultTimeout(120_000);
    await page.goto(url);
    await loadEveryRow(page, rows);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const box = (await page.locator('.scroll.tall').boundingBox())!;
    const at = { x: Math.round(box.x + box.width / 2), y: Math.round(Math.max(box.y, 0) + 100) };
    await page.evaluate(
      'globalThis.frames_ = []; const note = (at) => { globalThis.frames_.push(at); requestAnimationFrame(note); }; requestAnimationFrame(note);',
    );
    const before = await seconds(session);
    await page.evaluate('globalThis.frames_.length = 0');
    await session.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: -PIXELS,
      speed: PIXELS_PER_SECOND,
      gestureSourceType: 'mouse',
    });
    const times = await page.evaluate<number[]>('globalThis.frames_.slice()');
    const after = await seconds(session);
    const perFrame = (part: keyof Work): number => ((after[part] - before[part]) * 1_000) / times.length;
    const frames = times.slice(1).map((time, index) => time - times[index]!);
    return {
      frames,
      work: { all: perFrame('all'), script: perFrame('script'), layout: perFrame('layout') },
      rowsInDocument: await page.locator('.scroll.tall tbody tr').count(),
    };
  } finally {
    await context.close();
  }
}

/** Rows arrive in pages, each requested when its end is near. */
async function loadEveryRow(page: Page, rows: number): Promise<void> {
  const scroller = page.locator('.scroll.tall');
  const counted = async (): Promise<number> =>
    Number(await page.locator('.scroll.tall table').getAttribute('aria-rowcount')) - 1;
  await page.getByRole('button', { name: 'Show more' }).click();
  await scroller.waitFor();
  while ((await counted()) < rows) {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForTimeout(50);
  }
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await scroller.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1_000);
}

async function seconds(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    all: value('TaskDuration'),
    script: value('ScriptDuration'),
    layout: value('LayoutDuration') + value('RecalcStyleDuration'),
  };
}
