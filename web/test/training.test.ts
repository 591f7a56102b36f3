import { describe, expect, it } from 'vitest';
import type { TrainingSummary } from '../src/pages/training/training-summary.ts';
import { expectAccessible, openPage } from './harness.ts';

const measured = (value: number) => ({ value, interval: { low: value - 0.1, high: value + 0.1 } });

/** Made up: whoever trains does not report to an arena yet. */
const TRAINING: TrainingSummary = {
  model: 'a model of the test',
  trained_at: '2026-11-01T00:00:00.000Z',
  corpus: 'demonstration',
  measured_on: { suite: 'dev-75', problems: 75, tries: 8 },
  stages: [
    { stage: 'untrained', measures: { 'pass@1': measured(0.18), 'pass@8': measured(0.4) } },
    { stage: 'SFT', measures: { 'pass@1': measured(0.43) } },
  ],
  curves: [
    { stage: 'SFT', what: 'loss', points: Array.from({ length: 900 }, (_, step) => ({ step, value: 2 / (step + 1) })) },
  ],
  ablations: [{ changed: 'unfiltered corpus', measure: 'pass@1', difference: measured(-0.12), probability: 0.02 }],
};

describe('the training page', { timeout: 60_000 }, () => {
  it('has words for an arena in which nothing was trained', async () => {
    const page = await openPage('/training', { allow: /404/ });
    await page.waitForSelector('.state:has-text("Nothing was trained here")');
    await expectAccessible(page);
  });

  it('shows stages with intervals, curves and ablations', async () => {
    const page = await openPage('/training', {
      prepare: (fresh) => fresh.route('**/v1/public/training', (route) => route.fulfill({ json: TRAINING })),
    });
    await page.getByText('untrained').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/pass@1[\s\S]*pass@8/);
    expect(text).toContain('unfiltered corpus');
    await page.waitForSelector('figure svg');
    expect(await page.getAttribute('figure [role=img]', 'aria-label')).toMatch(/loss from 2\.000 to 0\.002/);
    await expectAccessible(page);
  });
});
